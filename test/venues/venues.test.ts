/** A share of `npm run venues`: each venue's client against its server side, for a short while. */
import { describe, expect, test } from "vitest";
import { misread, saturate } from "./proof.ts";
import { proofs } from "./proofs.ts";

describe.each(proofs.map((proof) => [proof.venue.name, proof] as const))("%s", (_, proof) => {
  test("nothing is refused, and the limit that binds is used", async () => {
    const { refused, utilisation } = await saturate(proof, 1.5);
    expect(refused).toBe(0);
    expect(utilisation).toBeGreaterThanOrEqual(0.95);
  });

  test("every no of the exchange is read as what it is", async () => {
    expect(await misread(proof)).toEqual([]);
  });
});
