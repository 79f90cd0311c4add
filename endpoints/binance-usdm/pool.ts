/**
 * What Binance's two futures APIs, USD-M and COIN-M, have in common: one pool of limits since 2026-06-30, how
 * it is reported, how it is refused.
 *
 * https://developers.binance.com/docs/derivatives/coin-margined-futures/Important-CM-UM-Integration-Notice (A.3,
 * 2026-06-10), read 2026-11. Headers and errors:
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info, read 2026-11.
 */
import { headerNumber } from "headgate";
import type { Answer, Limit, Reader, Refusal } from "headgate";
import {
  banned,
  firewall,
  overloaded,
  tooManyOrders,
  uncertain,
  unwelcome,
} from "../binance-spot/refusing.ts";

const both = { pool: "binance-futures" } as const;
const ofAccount = {
  counted: "fixed-window",
  starts: "unknown",
  per: ["account"],
  ...both,
} as const;

/** Used from both APIs together. Accounts of a higher VIP tier have more, which `exchangeInfo` tells. */
export const pool = {
  /**
   * 2 400 of weight a minute for each IP, REST and WebSocket API together. That the window is the UTC minute
   * was measured by others on 2026-10-07.
   */
  requestWeight: {
    counted: "fixed-window",
    starts: "utc",
    windowMs: 60_000,
    max: 2_400,
    per: ["ip"],
    ...both,
  },
  /** 300 orders in ten seconds for each account. How its windows lie has not been measured. */
  orders10s: { ...ofAccount, windowMs: 10_000, max: 300 },
  /** 1 200 orders a minute for each account. */
  orders1m: { ...ofAccount, windowMs: 60_000, max: 1_200 },
} as const satisfies Readonly<Record<string, Limit>>;

export type PoolLimit = keyof typeof pool;

/**
 * Used figures, the call itself included. Every answer that weighs something carries the weight; the order
 * counts stand in answers to orders, and are not promised where one was refused.
 */
export const usage: Reader<PoolLimit> = (answer) => ({
  requestWeight: {
    used: isInaccurate(answer) ? undefined : headerNumber(answer, "x-mbx-used-weight-1m"),
  },
  orders10s: { used: headerNumber(answer, "x-mbx-order-count-10s") },
  orders1m: { used: headerNumber(answer, "x-mbx-order-count-1m") },
});

/**
 * Of the book tickers and of version 2 of the prices the used weight "is not accurate", and a reader knows
 * them by what they hold alone; prices of version 1 look alike.
 */
function isInaccurate({ body }: Answer): boolean {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof first !== "object" || first === null) return false;
  const isPrice = "symbol" in first && "price" in first && Object.keys(first).length <= 3;
  return isPrice || "bidPrice" in first;
}

/** Every no; the first row that fits decides. `weights` are the limits that are not about orders. */
export function refusalsOf<const Name extends string>(
  weights: readonly Name[],
): readonly Refusal<Name | PoolLimit>[] {
  return [
    banned,
    ...tooManyOrders({ code: -1015, executed: "no" }, { SECOND: "orders10s", MINUTE: "orders1m" }),
    overloaded,
    { status: 429, kind: "quota", limits: weights, executed: "no" },
    firewall,
    { status: 503, when: isNotCarriedOut, kind: "fault", executed: "no" },
    ...unwelcome,
    ...uncertain,
    // The time-out of a backend. What is not listed and from 500 up is a fault of unknown execution as well.
    { status: 408, kind: "fault", executed: "unknown" },
  ];
}

/** Of all that a 503 may say, these two alone are failures for certain; the text of a proxy says nothing. */
function isNotCarriedOut({ body }: Answer): boolean {
  if (typeof body !== "object" || body === null || !("msg" in body)) return false;
  return (
    body.msg === "Service Unavailable." ||
    body.msg === "Internal error; unable to process your request. Please try again."
  );
}
