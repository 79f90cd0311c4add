/** What holds for every declaration, whatever the venue. */
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { tariffOf } from "../../src/venue/price.ts";
import { plan } from "../../src/limits/limit.ts";
import { proofs } from "../venues/proofs.ts";

const folders = new URL("../../endpoints/", import.meta.url);
const venues = proofs.map(({ venue }) => [venue.name, venue] as const);

test("every venue has a proof", () => {
  // One folder has a way of signing alone, for a declaration of one's own.
  const declared = readdirSync(folders).filter((name) => name !== "hyperliquid");
  expect(venues.map(([name]) => name)).toEqual(declared.toSorted());
});

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
    const requests = endpoints.map(([, { method, path }]) => `${method} ${path}`);
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
      if (!/\b(?:get|post|put|del)\("\/|Record<string, Limit>/.test(text)) continue;
      expect(text, file).toMatch(/https:\/\/\S+/);
      expect(text, file).toMatch(/read \d{4}-\d{2}/);
    }
  });
});
