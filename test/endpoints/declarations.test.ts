/** What holds for every declaration, whatever the venue. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { tariffOf } from "../../src/venue/price.ts";
import { plan } from "../../src/limits/limit.ts";
import { proofs } from "../venues/proofs.ts";

const folders = new URL("../../endpoints/", import.meta.url);
const venues = proofs.map(({ venue }) => [venue.name, venue] as const);

test("every venue has a proof", () => {
  expect(venues.map(([name]) => name)).toEqual(readdirSync(folders).toSorted());
});

/** What tells endpoints of one path apart: the one `type` that the parameters of each may have. */
function typeIn(params: z.ZodType): string {
  const type: unknown = params instanceof z.ZodObject ? params.shape["type"] : undefined;
  const inner: unknown = type instanceof z.ZodDefault ? type.unwrap() : type;
  return inner instanceof z.ZodLiteral ? [...inner.values].join() : "";
}

describe.each(venues)("%s", (name, venue) => {
  const endpoints = Object.entries(venue.endpoints);

  test("every endpoint takes something, and no more than its limit", () => {
    for (const [endpoint, declared] of endpoints) {
      const tariff = tariffOf(venue, declared);
      expect(tariff.length, endpoint).toBeGreaterThan(0);
      for (const { limit, reserve } of tariff) {
        // Weights that depend on parameters are shown where the venue's own tests give some.
        if (reserve.length > 0) continue;
        const sizes = typeof limit.max === "number" ? [limit.max] : Object.values(limit.max);
        for (const max of sizes) {
          expect(reserve({}, {}), endpoint).toBeLessThanOrEqual(plan({ ...limit, max }).planned);
        }
      }
    }
  });

  test("no two endpoints are the same", () => {
    const requests = endpoints.map(
      ([, { method, path, params, origin = venue.origin }]) =>
        `${method} ${origin}${path} ${typeIn(params)}`,
    );
    expect(new Set(requests).size).toBe(requests.length);
  });

  test("every limit is taken from", () => {
    const taken = endpoints.flatMap(([, endpoint]) => endpoint.drawsFrom);
    for (const limit of Object.keys(venue.limits)) {
      expect([...taken, ...Object.keys(venue.everyCall ?? {})], limit).toContain(limit);
    }
  });

  test("every file that states a figure says where it is from and when it was read", () => {
    const folder = new URL(`${name}/`, folders);
    for (const file of readdirSync(folder)) {
      const text = readFileSync(new URL(file, folder), "utf8");
      if (!/\b(?:get|post|put|patch|del)\("\/|Record<string, Limit>/.test(text)) continue;
      expect(text, file).toMatch(/https:\/\/\S+/);
      expect(text, file).toMatch(/read \d{4}-\d{2}/);
    }
  });
});
