/** What `npm run venues -- --against-ccxt` lists. */
import { describe, expect, test } from "vitest";
import { areInstalled } from "../judges/clients.ts";
import { againstCcxt } from "./report.ts";
import { sourceOf } from "./source.ts";

test("a source is the one that the file of the endpoint names", () => {
  expect(sourceOf("bybit", "/v5/order/create")).toEqual({
    url: expect.stringContaining("bybit-exchange/docs"),
    read: "2026-11",
  });
  expect(sourceOf("binance-coinm", "/dapi/v1/order").url).toContain("binance");
});

describe.skipIf(!areInstalled())("against ccxt's costs", () => {
  test("most calls have the same price in both, and every other one a verdict with its source", async () => {
    const all = await againstCcxt();
    const calls = all.reduce((sum, one) => sum + one.calls, 0);
    const differences = all.flatMap((one) => one.differences);
    expect(calls).toBeGreaterThan(900);
    expect(differences.length).toBeGreaterThan(100);
    expect(differences.length).toBeLessThan(calls / 2);
    for (const { call, verdict } of differences) {
      expect(verdict.why, call).not.toBe("");
      expect(verdict.source.url, call).toMatch(/^https:\/\//);
      expect(verdict.source.read, call).toMatch(/^\d{4}-\d{2}$/);
    }
  });

  test("a weight that is not the exchange's is in the list", async () => {
    const [spot] = await againstCcxt("binance-spot");
    const { ours, ccxt } = spot?.differences.find(({ endpoint }) => endpoint === "trades") ?? {};
    expect(ours).toEqual({ weight: 25, limit: "requestWeight", ms: 250 });
    expect(ccxt).toEqual({ cost: 2, weight: 10, ms: 100 });
  });
});
