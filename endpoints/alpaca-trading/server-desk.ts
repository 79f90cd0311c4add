/**
 * What the server sides of Alpaca's two interfaces have in common.
 *
 *     https://alpaca.markets/support/usage-limit-api-calls,
 *     https://docs.alpaca.markets/us/docs/broker-api-rate-limits, read 2026-11
 */
import { rollingPool } from "headgate/emulator";
import type { PoolState, ServerAccount, ServerPool, ServerRefusal, Visit } from "headgate/emulator";

const minuteMs = 60_000;

/** So many a minute for each account; how the minute lies is not published, so this is the strictest. */
export function aMinute(max: number): ServerPool<"rateLimit"> {
  return rollingPool({ max, windowMs: minuteMs, whose: accountOf, refusal: "rateLimit" });
}

function accountOf({ caller, request }: Visit): string {
  return caller?.name ?? request.ip;
}

export const refusals = {
  rateLimit: {
    status: 429,
    body: { code: 42_910_000, message: "rate limit exceeded" },
    kind: "quota",
    executed: "no",
  },
  forbidden: {
    status: 403,
    body: { code: 40_310_000, message: "forbidden." },
    kind: "credentials",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export const keyOf = ({ request }: Pick<Visit, "request">): string | undefined =>
  request.headers["apca-api-key-id"];

export function checkSecret(
  { request }: Visit,
  { secret }: ServerAccount,
): "forbidden" | undefined {
  return request.headers["apca-api-secret-key"] === secret ? undefined : "forbidden";
}

/** The reset is in epoch seconds. */
export function limitHeaders(
  { nowMs }: Visit,
  state: PoolState | undefined,
): Readonly<Record<string, string>> {
  if (state === undefined) return {};
  return {
    "X-RateLimit-Limit": String(state.max),
    "X-RateLimit-Remaining": String(Math.max(0, state.max - state.used)),
    "X-RateLimit-Reset": String(Math.ceil((nowMs + (state.waitMs || minuteMs)) / 1_000)),
  };
}

export const notFound = {
  status: 404,
  headers: {},
  body: '{"code":40410000,"message":"endpoint not found."}',
} as const;
