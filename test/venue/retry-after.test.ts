/** Every form of "not before", read against the exchange's clock. */
import type { Answer } from "headgate";
import { describe, expect, test } from "vitest";
import { formatHttpDate } from "../../src/clock.ts";
import { classify } from "../../src/venue/refusals.ts";
import { dateMs, headerNumber, retryAfterMs } from "../../src/venue/retry-after.ts";

/** Sunday, noon. */
const serverMs = Date.parse("2026-11-29T12:00:00Z");

function answer(headers: Record<string, string>, status = 429): Answer {
  return { status, header: (name) => headers[name.toLowerCase()], body: undefined };
}

describe("retryAfterMs", () => {
  test.each<[what: string, text: string, waitMs: number | undefined]>([
    ["seconds", "35", 35_000],
    ["seconds between spaces", " 35 ", 35_000],
    ["one second", "1", 1_000],
    ["decimals", "1.5", 1_500],
    ["less than a millisecond", "0.0004", 0.4],
    ["a month, which no timer reaches (C38)", "2592000", 2_592_000_000],
    ["no wait at all", "0", undefined],
    ["no wait at all, in decimals", "0.0", undefined],
    ["nothing", "", undefined],
    ["two values", "1, 1", undefined],
    ["a negative number", "-5", undefined],
    ["words", "abc", undefined],
    ["a number and its unit", "35s", undefined],
    ["an exponent", "1e3", undefined],
    ["a hexadecimal number", "0x10", undefined],
    ["a number that is none", "NaN", undefined],
    ["infinity", "Infinity", undefined],
    ["more digits than a number holds", "9".repeat(400), undefined],
    ["a date", "Sun, 29 Nov 2026 12:00:10 GMT", 10_000],
    ["a date on another day", "Mon, 30 Nov 2026 12:00:00 GMT", 86_400_000],
    ["a date that is now", "Sun, 29 Nov 2026 12:00:00 GMT", undefined],
    ["a date that is past", "Sun, 29 Nov 2026 11:59:59 GMT", undefined],
    ["a date that does not exist", "Sun, 99 Nov 2026 12:00:10 GMT", undefined],
    ["a date of another form", "2026-11-29T12:00:10Z", undefined],
    ["a year, which Date.parse takes for a date", "2027 AD", undefined],
  ])("%s: %j", (_, text, waitMs) => {
    expect(retryAfterMs(answer({ "retry-after": text }), serverMs)).toBe(waitMs);
  });

  test("an answer without the header asks for nothing", () => {
    expect(retryAfterMs(answer({}), serverMs)).toBeUndefined();
  });
});

describe("a date in Retry-After", () => {
  const venue = { refusals: [] };
  const until = { "retry-after": formatHttpDate(serverMs + 10_000) };
  const dated = { ...until, date: formatHttpDate(serverMs) };

  test.each([-300_000, 0, 300_000])(
    "it is read against the answer's Date while this machine is %d ms off (C30)",
    (offMs) => {
      expect(classify(venue, answer(dated), serverMs + offMs)?.waitMs).toBe(10_000);
    },
  );

  test.each<[offMs: number, waitMs: number | undefined]>([
    [-300_000, 310_000],
    [0, 10_000],
    [300_000, undefined],
  ])("without Date the clock of this machine stands in, %d ms off", (offMs, waitMs) => {
    expect(classify(venue, answer(until), serverMs + offMs)?.waitMs).toBe(waitMs);
  });

  test("a Date that is none is as good as missing", () => {
    expect(classify(venue, answer({ ...until, date: "yesterday" }), serverMs)?.waitMs).toBe(10_000);
  });

  test("seconds are read against no clock", () => {
    for (const offMs of [-300_000, 0, 300_000]) {
      const seconds = { "retry-after": "10", date: formatHttpDate(serverMs + offMs) };
      expect(classify(venue, answer(seconds), serverMs - offMs)?.waitMs).toBe(10_000);
    }
  });
});

describe("dateMs", () => {
  test("it is the answer's Date in whole seconds, or nothing", () => {
    expect(dateMs(answer({ date: "Sun, 29 Nov 2026 12:00:00 GMT" }))).toBe(serverMs);
    expect(dateMs(answer({ date: " Sun, 29 Nov 2026 12:00:00 GMT " }))).toBe(serverMs);
    for (const date of ["", "now", "1", "2026-11-29", "29 Nov 2026"])
      expect(dateMs(answer({ date }))).toBeUndefined();
    expect(dateMs(answer({}))).toBeUndefined();
  });
});

describe("headerNumber", () => {
  test("a header's name fits in any case, where the answer says so", () => {
    expect(headerNumber(answer({ "x-used": "12" }), "X-Used")).toBe(12);
  });

  test("zero is a number, and a header that is missing is none", () => {
    expect(headerNumber(answer({ "x-used": "0" }), "x-used")).toBe(0);
    expect(headerNumber(answer({}), "x-used")).toBeUndefined();
  });
});
