/** Every no of Binance Spot, classified: what kind, whose, until when, and whether anything was executed. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import type { Rejection } from "headgate";
import { describe, expect, test } from "vitest";
import { classify } from "../../src/venue/refusals.ts";
import { answer } from "./binance-spot-samples.ts";
import type { Sent } from "./binance-spot-samples.ts";

const serverMs = Date.parse("2026-11-29T12:00:00Z");
const date = "Sun, 29 Nov 2026 12:00:00 GMT";

function refused(sent: Sent, wallMs = serverMs): Rejection | undefined {
  return classify(binanceSpot, answer(sent), wallMs);
}

const quota = (...limits: string[]) => ({ kind: "quota", executed: "no", limits }) as const;
const overload = { kind: "overload", executed: "no" } as const;
const fault = { kind: "fault", executed: "unknown" } as const;
const firewall = { kind: "firewall", executed: "no", whose: "ip", waitMs: 60_000 } as const;
const ban = { kind: "ban", executed: "no", whose: "ip" } as const;
const credentials = { kind: "credentials", executed: "no" } as const;
const invalid = { kind: "request", executed: "no" } as const;
const said = (status: number, code: number, msg = ""): Sent => ({ status, body: { code, msg } });

/** A cancelReplace that went wrong, with what its answer says about the new order. */
const half = (status: number, code: number, newOrderResponse: unknown): Sent => ({
  status,
  body: { code, msg: "Order cancel-replace failed.", data: { newOrderResponse } },
});
const tooManyOrders = (interval: string): unknown => ({
  code: -1015,
  msg: `Too many new orders; current limit is 1 orders per ${interval}.`,
});

const tooMuch = "Too much request weight used; current limit is 6000 request weight per 1 MINUTE.";
const banned = `Way too much request weight used; IP banned until ${serverMs + 150_000}. Please use WebSocket Streams.`;

describe("refusals", () => {
  test.each<[what: string, sent: Sent, rejection: Rejection]>([
    ["429 -1003 for weight", said(429, -1003, tooMuch), quota("requestWeight")],
    ["429 in plain text", { status: 429, body: "slow down" }, quota("requestWeight")],
    ["429 of another code", said(429, -1099), quota("requestWeight")],
    ["429 -1003 for a full queue", said(429, -1003, "Too many requests queued."), overload],
    [
      "429 -1015 for ten seconds",
      said(429, -1015, "Too many new orders; current limit is 50 orders per 10 SECOND."),
      quota("orders10s"),
    ],
    [
      "429 -1015 for a day",
      said(429, -1015, "Too many new orders; current limit is 160000 orders per 1 DAY."),
      quota("orders1d"),
    ],
    [
      "429 -1015 that does not say which",
      said(429, -1015, "Too many new orders."),
      quota("orders10s", "orders1d"),
    ],
    ["418 whose text says until when", said(418, -1003, banned), { ...ban, waitMs: 150_000 }],
    [
      "418 whose end is past",
      said(418, -1003, "IP banned until 1499827319559."),
      { ...ban, waitMs: 120_000 },
    ],
    ["418 that says nothing", { status: 418 }, { ...ban, waitMs: 120_000 }],
    ["418 in plain text", { status: 418, body: banned }, { ...ban, waitMs: 150_000 }],
    ["the ban's text under another status", said(403, -1003, banned), { ...ban, waitMs: 150_000 }],
    ["403 without a code", { status: 403, body: { message: "Forbidden" } }, firewall],
    ["403 with a code", said(403, -2015), credentials],
    ["-1008 as 4xx", said(429, -1008), overload],
    ["-1008 as 5xx", said(503, -1008), overload],
    ["-1021", said(400, -1021), { kind: "timestamp", executed: "no" }],
    ["-1022", said(400, -1022), credentials],
    ["-2014", said(401, -2014), credentials],
    ["-2015", said(401, -2015), credentials],
    ["-1006", said(500, -1006), fault],
    ["-1007 as 5xx", said(504, -1007), fault],
    ["-1007 as 4xx", said(408, -1007), fault],
    ["-1000", said(400, -1000), fault],
    ["-1001", said(400, -1001), fault],
    ["500 of another code", said(500, -2010), fault],
    ["502 in HTML", { status: 502, body: "<html>Bad Gateway</html>" }, fault],
    ["504 with nothing", { status: 504 }, fault],
    ["-2010, a rejected order", said(400, -2010), invalid],
    ["-2011, a rejected cancel", said(400, -2011), invalid],
    ["-1034, too many connections", said(400, -1034), invalid],
    ["-1121, an invalid symbol", said(400, -1121), invalid],
    ["409 -2021, half a cancelReplace", said(409, -2021), { kind: "request", executed: "unknown" }],
    [
      "429 -2021, half a cancelReplace over the limit",
      said(429, -2021),
      { ...quota("orders10s", "orders1d"), executed: "unknown" },
    ],
    [
      "429 -2021 over the limit of ten seconds",
      half(429, -2021, tooManyOrders("10 SECOND")),
      { ...quota("orders10s"), executed: "unknown" },
    ],
    [
      "429 -2021 over the day's limit",
      half(429, -2021, tooManyOrders("1 DAY")),
      { ...quota("orders1d"), executed: "unknown" },
    ],
    [
      "409 -2021 whose new order was placed",
      half(409, -2021, { symbol: "BTCUSDT", orderId: 11 }),
      { kind: "request", executed: "unknown" },
    ],
    [
      "429 -2022 whose new order was not attempted",
      half(429, -2022, null),
      quota("orders10s", "orders1d"),
    ],
    ["400 -2022 whose new order was not attempted", half(400, -2022, null), invalid],
    ["429 -2022, none of it over the limit", said(429, -2022), quota("orders10s", "orders1d")],
    ["400 -2022, none of it", said(400, -2022), invalid],
  ])("%s is classified", (_, sent, rejection) => {
    expect(refused(sent)).toEqual(rejection);
  });

  test("an answer of 200 is no refusal, whatever its body holds", () => {
    for (const body of [undefined, "", "banned until 1499827319559", [], { code: 200 }]) {
      expect(refused({ body })).toBeUndefined();
    }
  });

  test("Retry-After is the wait of a 429, and a 429 without one names none", () => {
    const headers = { "retry-after": "35" };
    expect(refused({ ...said(429, -1003, tooMuch), headers })?.waitMs).toBe(35_000);
    expect(refused({ ...said(429, -1015), headers })?.waitMs).toBe(35_000);
    expect(refused(said(429, -1003, tooMuch))?.waitMs).toBeUndefined();
  });

  test("of a ban's text and its Retry-After the longer holds", () => {
    const until = (retryAfter: string): unknown =>
      refused({ ...said(418, -1003, banned), headers: { "retry-after": retryAfter } })?.waitMs;
    expect(until("60")).toBe(150_000);
    expect(until("300")).toBe(300_000);
    expect(until("soon")).toBe(150_000);
    expect(refused({ status: 418, headers: { "retry-after": "30" } })?.waitMs).toBe(30_000);
  });

  test("a ban's end is read against the answer's Date, not against the clock of this machine (C30)", () => {
    for (const offMs of [-300_000, 0, 300_000]) {
      expect(
        refused({ ...said(418, -1003, banned), headers: { date } }, serverMs + offMs)?.waitMs,
      ).toBe(150_000);
    }
  });

  test("a firewall page is a typed refusal and no JSON error (C40)", () => {
    for (const body of ["<html>blocked</html>", "", undefined, null, "Forbidden", 403]) {
      expect(refused({ status: 403, headers: { "content-type": "text/html" }, body })).toEqual(
        firewall,
      );
      expect(refused({ status: 429, headers: { "content-type": "text/html" }, body })).toEqual(
        quota("requestWeight"),
      );
    }
  });

  test("a code is a number in an object, and nothing else", () => {
    expect(binanceSpot.code?.(answer({ body: { code: -1003 } }))).toBe(-1003);
    for (const body of [
      undefined,
      null,
      "",
      "-1003",
      "<html>",
      -1003,
      [],
      [-1003],
      {},
      { code: "-1003" },
      { code: null },
    ]) {
      expect(binanceSpot.code?.(answer({ body }))).toBeUndefined();
    }
  });
});
