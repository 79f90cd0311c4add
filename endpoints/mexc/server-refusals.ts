/**
 * Every no of MEXC, as it is documented.
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, copy of 2025-11-30, read 2026-11.
 */
import type { ServerRefusal, Visit } from "headgate/emulator";

/** The body of spot. */
const no = (code: number, msg: string) => ({ code, msg });

const retryAfter = (_: Visit, waitMs: number) => ({
  "Retry-After": String(Math.max(1, Math.ceil(waitMs / 1_000))),
});

export const refusals = {
  tooMany: {
    status: 429,
    headers: retryAfter,
    body: no(429, "Too many requests"),
    kind: "quota",
    executed: "no",
  },
  // Its status is not documented; contracts say 200 to what was understood.
  tooOften: {
    status: 200,
    body: { success: false, code: 510, message: "Excessive frequency of requests" },
    kind: "quota",
    executed: "no",
  },
  banned: {
    status: 418,
    headers: { "Retry-After": "120" },
    body: "",
    kind: "ban",
    executed: "no",
  },
  firewall: { status: 403, body: "", kind: "firewall", executed: "no" },
  wrongSignature: {
    status: 400,
    body: no(700_002, "Signature for this request is not valid."),
    kind: "credentials",
    executed: "no",
  },
  requestTime: {
    status: 400,
    body: no(700_003, "Timestamp for this request is outside of the recvWindow."),
    kind: "timestamp",
    executed: "no",
  },
  unknownOrder: {
    status: 400,
    body: no(-2_013, "Order does not exist."),
    kind: "request",
    executed: "no",
  },
  unknownContractOrder: {
    status: 200,
    body: { success: false, code: 2_040, message: "Order not exist" },
    kind: "request",
    executed: "no",
  },
  serverError: { status: 500, body: "", kind: "fault", executed: "unknown" },
  serverTimeout: { status: 504, body: "", kind: "fault", executed: "unknown" },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
