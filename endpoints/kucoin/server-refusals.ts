/**
 * Every no of KuCoin, as it is documented or was seen.
 *
 * https://github.com/rosssaunders/coincise/blob/a00ae58/docs/kucoin/rate_limits.md,
 * https://github.com/Kucoin/kucoin-skills-hub/blob/a9bda62/skills/assets/references/authentication.md,
 * of 2023: https://github.com/Kucoin/kucoin-api-docs/blob/7f01bbe/source/localizable/index.html.md, read 2026-11.
 */
import type { ServerRefusal, Visit } from "headgate/emulator";

const no = (code: string, msg: string) => ({ code, msg });

const quota = { kind: "quota", executed: "no" } as const;
const overload = { kind: "overload", executed: "no" } as const;

export const refusals = {
  tooMany: {
    status: 429,
    headers: (_: Visit, waitMs: number) => ({
      "gw-ratelimit-remaining": "0",
      "gw-ratelimit-reset": String(Math.ceil(waitMs)),
    }),
    body: no("429000", "Too Many Requests"),
    ...quota,
  },
  overloaded: { status: 429, body: no("429000", "Too Many Requests"), ...overload },
  // https://github.com/freqtrade/freqtrade/issues/5700, read 2026-11.
  overloadedWithRoom: {
    status: 429,
    headers: {
      "gw-ratelimit-limit": "2000",
      "gw-ratelimit-remaining": "1800",
      "gw-ratelimit-reset": "20000",
    },
    body: no("429000", "Too Many Requests"),
    ...overload,
  },
  endpointShut: { status: 429, body: no("200002", "Too many requests"), ...quota },
  cloudflare: { status: 403, body: "error code: 1015", kind: "ban", executed: "no" },
  requestTime: {
    status: 400,
    body: no("400002", "KC-API-TIMESTAMP Invalid"),
    kind: "timestamp",
    executed: "no",
  },
  wrongSignature: {
    status: 401,
    body: no("400005", "Signature not correct."),
    kind: "credentials",
    executed: "no",
  },
  // The code that limits had is that of a suspended pair, too.
  cancelSuspended: {
    status: 200,
    body: no("200002", "Order cancel for this pair suspended"),
    kind: "request",
    executed: "no",
  },
  // Seen: https://github.com/ccxt/ccxt/issues/24154, read 2026-11.
  unknownOrder: {
    status: 200,
    body: no("400100", "order_not_exist_or_not_allow_to_cancel"),
    kind: "request",
    executed: "no",
  },
  internalError: {
    status: 500,
    body: no("500000", "Internal Server Error"),
    kind: "fault",
    executed: "unknown",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
