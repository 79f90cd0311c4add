/** What is read from one answer by several readers. */
import { expect, test } from "vitest";
import { readReports, stampOf } from "../../src/venue/reports.ts";
import type { Answer } from "../../src/venue/endpoint.ts";

const answer = (headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  header: (name) => headers[name],
  body: {},
});

test("readers of one limit add to each other, and a missing header hides nothing", () => {
  const reports = [
    () => ({ minute: { used: 7, max: 100 } }),
    () => ({ minute: { used: undefined, remaining: 93 }, day: undefined }),
  ];
  expect(readReports({ reports }, answer())).toEqual({
    minute: { used: 7, max: 100, remaining: 93 },
  });
});

test("an answer without readers says nothing", () => {
  expect(readReports({}, answer())).toEqual({});
});

test("the exchange's time is that of the body where there is one, and else the second of its Date", () => {
  const dated = answer({ date: "Mon, 30 Nov 2026 00:00:01 GMT" });
  expect(stampOf({ serverTimeMs: () => 1_234 }, dated)).toEqual({ serverMs: 1_234, stepMs: 1 });
  expect(stampOf({ serverTimeMs: () => Number.NaN }, dated)).toEqual({
    serverMs: 1_795_996_801_000,
    stepMs: 1_000,
  });
  expect(stampOf({}, answer({ date: "yesterday" }))).toBeUndefined();
});

test("a date that comes out of a cache is not the exchange's time", () => {
  const date = "Mon, 30 Nov 2026 00:00:01 GMT";
  expect(stampOf({}, answer({ date, age: "3" }))).toBeUndefined();
  expect(stampOf({}, answer({ date, age: "0" }))).toEqual(stampOf({}, answer({ date })));
});
