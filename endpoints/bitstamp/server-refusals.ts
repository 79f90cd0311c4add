/** Every no of Bitstamp. https://www.bitstamp.net/api/ (copy of 2026-02-23), read 2026-11. */
import type { ServerRefusal } from "headgate/emulator";

const tooMany = (response_code: string): ServerRefusal => ({
  status: 400,
  body: { status: "error", response_code, response_explanation: "Request rate limit exceeded." },
  kind: "quota",
  executed: "no",
});

export const refusals = {
  requestRate: tooMany("400.002"),
  clientRate: tooMany("400.067"),
  marketRate: tooMany("400.068"),
  tooManyRequests: { ...tooMany("400.002"), status: 429, body: "" },
  invalidSignature: {
    status: 403,
    body: { status: "error", reason: "Invalid signature", code: "API0005" },
    kind: "credentials",
    executed: "no",
  },
  // ccxt 4.5.84, js/src/bitstamp.js; with which status is not known.
  unknownOrder: {
    status: 200,
    body: { status: "error", reason: "Order not found." },
    kind: "request",
    executed: "no",
  },
  orderRefused: {
    status: 200,
    body: { status: "error", reason: { __all__: ["You have only 0.00 USD available."] } },
    kind: "request",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
