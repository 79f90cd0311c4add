/**
 * Every no of Upbit.
 *
 *     https://docs.upbit.com/kr/reference/rate-limits.md (2026-10-07),
 *     https://global-docs.upbit.com/reference/rate-limits, read 2026-11. Unconfirmed: the words of messages.
 */
import type { ServerRefusal } from "headgate/emulator";

const no = (name: string | number, message: string): object => ({ error: { name, message } });

export const refusals = {
  // Where prices are asked for, the name of an error is a number.
  tooManyQuotations: {
    status: 429,
    body: no(429, "Too many API requests."),
    kind: "quota",
    executed: "no",
  },
  tooManyRequests: {
    status: 429,
    body: no("too_many_requests", "Too many API requests."),
    kind: "quota",
    executed: "no",
  },
  blocked: {
    status: 418,
    body: no(418, "Too many API requests. Blocked for 60 seconds."),
    kind: "ban",
    executed: "no",
  },
  unknownOrder: {
    status: 404,
    body: no("order_not_found", "The order was not found."),
    kind: "request",
    executed: "no",
  },
  invalidToken: {
    status: 401,
    body: no("jwt_verification", "Failed to verify the JWT token."),
    kind: "credentials",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
