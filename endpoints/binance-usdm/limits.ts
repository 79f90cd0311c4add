/**
 * What Binance USD-M futures publish about their limits beyond the pool that they share with COIN-M.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info, read 2026-11.
 */
import type { Limit, Reader } from "headgate";
import { readingLimits } from "../binance-spot/limits-in-force.ts";
import { pool, refusalsOf, usage } from "./pool.ts";

const fiveMinutes = { counted: "unknown", windowMs: 300_000, per: ["ip"] } as const;

export const limits = {
  ...pool,
  /** 500 calls about funding in five minutes for each IP. How its window lies is not published. */
  funding: { ...fiveMinutes, max: 500 },
  /**
   * 1 000 calls of `/futures/data` in five minutes for each IP. Unconfirmed: that its pages have one limit
   * together; one is the stricter reading.
   */
  futuresData: { ...fiveMinutes, max: 1_000 },
} as const satisfies Readonly<Record<string, Limit>>;

export const reports: readonly Reader<keyof typeof limits>[] = [
  usage,
  readingLimits({
    "REQUEST_WEIGHT 1 MINUTE": "requestWeight",
    "ORDERS 10 SECOND": "orders10s",
    "ORDERS 1 MINUTE": "orders1m",
  }),
];

export const refusals = refusalsOf(["requestWeight", "funding", "futuresData"]);
