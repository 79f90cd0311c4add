/**
 * Every no of Bitfinex.
 *
 *     https://github.com/ccxt/ccxt/issues/6384, https://docs.bitfinex.com/v1,
 *     https://github.com/ccxt/ccxt/issues/39, read 2026-11.
 */
import type { ServerRefusal } from "headgate/emulator";

const small = { kind: "timestamp", executed: "no" } as const;

export const refusals = {
  rateLimit: {
    status: 429,
    body: ["error", 11_010, "ratelimit: error"],
    kind: "quota",
    executed: "no",
  },
  blocked: { status: 429, body: { error: "ERR_RATE_LIMIT" }, kind: "ban", executed: "no" },
  smallNonce: { status: 500, body: ["error", 10_114, "nonce: small"], ...small },
  smallNonceBy400: { status: 400, body: ["error", 10_114, "nonce: small"], ...small },
  smallNonceOfVersion1: { status: 400, body: { message: "Nonce is too small." }, ...small },
  invalidKey: {
    status: 500,
    body: ["error", 10_100, "apikey: digest invalid"],
    kind: "credentials",
    executed: "no",
  },
  orderRefused: {
    status: 200,
    body: [1_793_491_200_000, "on-req", null, null, [], null, "ERROR", "Invalid order."],
    kind: "request",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
