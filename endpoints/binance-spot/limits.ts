/**
 * What Binance Spot publishes about its limits: how much, how it reports use, and how it says no.
 *
 * Source unless a line says otherwise: binance/binance-spot-api-docs at commit a5e0bc3 (2026-07-21), read 2026-11.
 *     https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md
 *     https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/errors.md
 */
import { headerNumber } from "headgate";
import type { Limit, Reader, Refusal } from "headgate";
import { saying } from "./answers.ts";
import { limitsInForce } from "./limits-in-force.ts";
import { banned, firewall, overloaded, tooManyOrders, uncertain, unwelcome } from "./refusing.ts";

/** The limits of Binance Spot, counted in windows that start with the UTC minute, ten seconds or day. */
export const limits = {
  /**
   * 6 000 of weight a minute for each IP, REST and WebSocket API together.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/enums.md, read 2026-11.
   */
  requestWeight: {
    counted: "fixed-window",
    starts: "utc",
    windowMs: 60_000,
    max: 6_000,
    per: ["ip"],
  },
  /**
   * 300 000 requests in five minutes for each IP, REST alone. The example in enums.md still shows 61 000.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (2026-03-27), read 2026-11.
   */
  rawRequests: {
    counted: "fixed-window",
    starts: "utc",
    windowMs: 300_000,
    max: 300_000,
    per: ["ip"],
  },
  /**
   * 50 unfilled orders in ten seconds for each account, over all its keys and addresses. Unconfirmed: an
   * example value; `exchangeInfo` tells the one in force. The count falls when an order fills.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md and
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/faqs/order_count_decrement.md, read 2026-11.
   */
  orders10s: {
    counted: "fixed-window",
    starts: "utc",
    windowMs: 10_000,
    max: 50,
    per: ["account"],
    falls: true,
  },
  /**
   * 160 000 unfilled orders a day for each account. Unconfirmed, as `orders10s`, and from the same pages.
   */
  orders1d: {
    counted: "fixed-window",
    starts: "utc",
    windowMs: 86_400_000,
    max: 160_000,
    per: ["account"],
    falls: true,
  },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

/**
 * Used figures, the call itself included. Every answer carries the weight; the two order counts stand in
 * answers to accepted orders, and are not promised elsewhere.
 */
export const reports: readonly Reader<LimitName>[] = [
  (answer) => ({
    requestWeight: { used: headerNumber(answer, "x-mbx-used-weight-1m") },
    orders10s: { used: headerNumber(answer, "x-mbx-order-count-10s") },
    orders1d: { used: headerNumber(answer, "x-mbx-order-count-1d") },
  }),
  limitsInForce,
];

/** By the unit of its window. */
const orderLimits = { SECOND: "orders10s", DAY: "orders1d" } as const;

/**
 * Every no of Binance Spot; the first row that fits decides. A 5xx without one of these codes is read by
 * its status: a fault whose execution is unknown, as rest-api.md asks for under "HTTP Return Codes".
 */
export const refusals: readonly Refusal<LimitName>[] = [
  banned,

  // Of a cancelReplace one half went through, or none. Over the order limit both come as a 429, and with the
  // first the cancel may stand.
  ...tooManyOrders({ status: 429, code: -2021, executed: "unknown" }, orderLimits),
  { code: -2021, kind: "request", executed: "unknown" },
  ...tooManyOrders({ status: 429, code: -2022, executed: "no" }, orderLimits),
  { code: -2022, kind: "request", executed: "no" },
  ...tooManyOrders({ code: -1015, executed: "no" }, orderLimits),

  // The server's own queue is full. That is no quota of ours, though it shares code and status with one.
  { code: -1003, when: saying(/requests queued/i), kind: "overload", executed: "no" },
  overloaded,
  { status: 429, kind: "quota", limits: ["requestWeight"], executed: "no" },
  firewall,
  ...unwelcome,
  ...uncertain,
];
