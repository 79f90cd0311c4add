/**
 * What Binance Spot publishes about its limits: how much, how it reports use, and how it says no.
 *
 * Source unless a line says otherwise: binance/binance-spot-api-docs at commit a5e0bc3 (2026-07-21), read 2026-11.
 *     https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md
 *     https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/errors.md
 */
import { headerNumber } from "headgate";
import type { Answer, Limit, Reader, Refusal } from "headgate";
import { limitsInForce } from "./limits-in-force.ts";
import { z } from "zod";

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

/** Where Binance puts its error code: a number in `code`. */
export function code({ body }: Answer): number | undefined {
  if (typeof body !== "object" || body === null || !("code" in body)) return undefined;
  return typeof body.code === "number" ? body.code : undefined;
}

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

/**
 * Every no of Binance Spot; the first row that fits decides. A 5xx without one of these codes is read by
 * its status: a fault whose execution is unknown, as rest-api.md asks for under "HTTP Return Codes".
 */
export const refusals: readonly Refusal<LimitName>[] = [
  // Bans last from 2 minutes to 3 days. A ban speaks before all else, whatever code or status comes with it.
  { when: isBan, kind: "ban", whose: "ip", executed: "no", waitMs: banMs },

  // Of a cancelReplace one half went through, or none. Over the order limit both come as a 429, and with the
  // first the cancel may stand.
  ...tooManyOrders({ status: 429, code: -2021, executed: "unknown" }),
  { code: -2021, kind: "request", executed: "unknown" },
  ...tooManyOrders({ status: 429, code: -2022, executed: "no" }),
  { code: -2022, kind: "request", executed: "no" },
  ...tooManyOrders({ code: -1015, executed: "no" }),

  // The server's own queue is full. That is no quota of ours, though it shares code and status with one.
  { code: -1003, when: saying(/requests queued/i), kind: "overload", executed: "no" },
  { code: -1008, kind: "overload", executed: "no" },
  { status: 429, kind: "quota", limits: ["requestWeight"], executed: "no" },

  // The firewall answers in HTML or in nothing, and for how long it stays closed is not published.
  {
    status: 403,
    when: (answer) => code(answer) === undefined,
    kind: "firewall",
    whose: "ip",
    executed: "no",
    waitMs: 60_000,
  },

  { code: -1021, kind: "timestamp", executed: "no" },
  { code: -1022, kind: "credentials", executed: "no" },
  { code: -2014, kind: "credentials", executed: "no" },
  { code: -2015, kind: "credentials", executed: "no" },

  // The first two are "unknown error" and "disconnected": neither proves that nothing happened.
  // Unconfirmed: that they come below 500 at all.
  { code: -1000, kind: "fault", executed: "unknown" },
  { code: -1001, kind: "fault", executed: "unknown" },
  { code: -1006, kind: "fault", executed: "unknown" },
  { code: -1007, kind: "fault", executed: "unknown" },
];

/** "Too many new orders; current limit is 50 orders per 10 SECOND." Both where it does not say which. */
function tooManyOrders(
  row: Pick<Refusal<LimitName>, "status" | "code" | "executed">,
): readonly Refusal<LimitName>[] {
  const quota = { ...row, kind: "quota" } as const;
  return [
    { ...quota, when: saying(/orders per (?:\d+ )?SECOND/i), limits: ["orders10s"] },
    { ...quota, when: saying(/orders per (?:\d+ )?DAY/i), limits: ["orders1d"] },
    { ...quota, limits: ["orders10s", "orders1d"] },
  ];
}

/** The shortest ban there is, for one that does not say when it ends. */
const shortestBanMs = 120_000;

function isBan(answer: Answer): boolean {
  return answer.status === 418 || (answer.status >= 400 && bannedUntilMs(answer) !== undefined);
}

function banMs(answer: Answer, serverMs: number): number | undefined {
  const untilMs = bannedUntilMs(answer);
  if (untilMs !== undefined && untilMs > serverMs) return untilMs - serverMs;
  return headerNumber(answer, "retry-after") === undefined ? shortestBanMs : undefined;
}

/** "Way too much request weight used; IP banned until 1660090423228." Epoch ms. */
function bannedUntilMs(answer: Answer): number | undefined {
  const digits = /banned until (\d{13})\b/.exec(text(answer))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function saying(pattern: RegExp): (answer: Answer) => boolean {
  return (answer) => pattern.test(text(answer));
}

const messages = z.object({
  msg: z.string().catch(""),
  /** Of a cancelReplace, what became of the new order. */
  data: z
    .object({ newOrderResponse: z.object({ msg: z.string() }) })
    .optional()
    .catch(undefined),
});

/** The words of an answer: `msg`, also that of an order within it, or a body that is nothing but text. */
function text({ body }: Answer): string {
  if (typeof body === "string") return body;
  const { data: said } = messages.safeParse(body);
  return said === undefined ? "" : `${said.msg} ${said.data?.newOrderResponse.msg ?? ""}`;
}
