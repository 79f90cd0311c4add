/** A venue's table of refusals, and what HTTP alone says where no row fits. */
import type { Answer, Refusal, Rejection } from "headgate";
import { describe, expect, test } from "vitest";
import { classify } from "../../src/venue/refusals.ts";

type Sent = Readonly<{ status?: number; headers?: Record<string, string>; body?: unknown }>;

function answer({ status = 200, headers = {}, body }: Sent): Answer {
  return { status, header: (name) => headers[name.toLowerCase()], body };
}

const wallMs = 1_790_000_000_000;
const noonMs = Date.parse("2026-11-29T12:00:00Z");
const code = ({ body }: Answer): string | undefined =>
  typeof body === "string" ? body : undefined;

function classified(refusals: readonly Refusal<string>[], sent: Sent): Rejection | undefined {
  return classify({ refusals, code }, answer(sent), wallMs);
}

describe("an answer that no row knows", () => {
  test.each<[status: number, rejection: Rejection | undefined]>([
    [200, undefined],
    [204, undefined],
    [304, undefined],
    [400, { kind: "request", executed: "no" }],
    [401, { kind: "credentials", executed: "no" }],
    [403, { kind: "credentials", executed: "no" }],
    [404, { kind: "request", executed: "no" }],
    [418, { kind: "ban", executed: "no", whose: "ip" }],
    [429, { kind: "quota", executed: "no" }],
    [500, { kind: "fault", executed: "unknown" }],
    [503, { kind: "fault", executed: "unknown" }],
    [599, { kind: "fault", executed: "unknown" }],
  ])("%d is read by its status", (status, rejection) => {
    expect(classified([], { status })).toEqual(rejection);
  });

  test("Retry-After holds for it too", () => {
    expect(classified([], { status: 503, headers: { "retry-after": "7" } })).toEqual({
      kind: "fault",
      executed: "unknown",
      waitMs: 7_000,
    });
  });
});

describe("a table of refusals", () => {
  const quota = { kind: "quota", executed: "no" } as const;

  test("the first row that fits decides", () => {
    const rows = [
      { status: 429, code: "busy", kind: "overload", executed: "no" },
      { status: 429, ...quota, limits: ["orders"] },
      { code: "busy", kind: "fault", executed: "unknown" },
    ] as const;
    expect(classified(rows, { status: 429, body: "busy" })).toEqual({
      kind: "overload",
      executed: "no",
    });
    expect(classified(rows, { status: 429, body: "slow" })).toEqual({
      ...quota,
      limits: ["orders"],
    });
    expect(classified(rows, { status: 400, body: "busy" })).toEqual({
      kind: "fault",
      executed: "unknown",
    });
    expect(classified(rows, { status: 400, body: "other" })).toEqual({
      kind: "request",
      executed: "no",
    });
  });

  test("a row may find a no inside an answer of 200", () => {
    const rows = [{ status: 200, code: "10006", ...quota }] as const;
    expect(classified(rows, { body: "10006" })).toEqual(quota);
    expect(classified(rows, { body: "0" })).toBeUndefined();
  });

  test("all that a row names has to fit", () => {
    const rows = [{ status: 400, code: "a", when: ({ body }: Answer) => body === "b", ...quota }];
    expect(classified(rows, { status: 400, body: "a" })).toEqual({
      kind: "request",
      executed: "no",
    });
    expect(classified([{ ...rows[0], ...quota, code: "b" }], { status: 400, body: "b" })).toEqual(
      quota,
    );
  });

  test("a row's conditions are not part of the rejection", () => {
    const rows = [{ status: 429, code: "a", when: () => true, ...quota, waitMs: 5 }];
    expect(classified(rows, { status: 429, body: "a" })).toEqual({ ...quota, waitMs: 5 });
  });

  test("a venue without codes matches by status alone", () => {
    const refusals = [
      { code: "a", kind: "overload", executed: "no" },
      { status: 429, ...quota },
    ] as const;
    expect(classify({ refusals }, answer({ status: 429, body: "a" }), wallMs)).toEqual(quota);
  });
});

/** The wait of a 429 whose row declares one, or none. */
function waiting(
  waitMs: Refusal<string>["waitMs"],
  headers: Record<string, string> = {},
): number | undefined {
  const declared = waitMs === undefined ? {} : { waitMs };
  const row = { status: 429, kind: "quota", executed: "no", ...declared } as const;
  return classified([row], { status: 429, headers })?.waitMs;
}

function now(_: Answer, serverMs: number): number {
  return serverMs;
}

describe("the wait of a refusal", () => {
  test("of the declared wait and Retry-After the longer holds", () => {
    expect(waiting(20_000, { "retry-after": "10" })).toBe(20_000);
    expect(waiting(20_000, { "retry-after": "30" })).toBe(30_000);
    expect(waiting(20_000)).toBe(20_000);
    expect(waiting(undefined, { "retry-after": "30" })).toBe(30_000);
    expect(waiting(undefined)).toBeUndefined();
  });

  test.each([undefined, 0, -5, Number.NaN])(
    "a declared wait of %d leaves Retry-After as it is",
    (declaredMs) => {
      expect(waiting(() => declaredMs, { "retry-after": "10" })).toBe(10_000);
      expect(waiting(() => declaredMs)).toBeUndefined();
    },
  );

  test("an instant is read by the exchange's clock where the answer has one, else by this machine's", () => {
    expect(waiting(now, { date: "Sun, 29 Nov 2026 12:00:00 GMT" })).toBe(noonMs);
    expect(waiting(now)).toBe(wallMs);
  });
});
