/**
 * Every no of Binance's futures, as it is documented; which HTTP status comes with -1006 and -1007 is not.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/error-code, read 2026-11.
 */
import type { ServerRefusal, Visit } from "headgate/emulator";

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

const quota = { kind: "quota", executed: "no" } as const;
const unknown = { kind: "fault", executed: "unknown" } as const;
const failed = { kind: "fault", executed: "no" } as const;
const request = { kind: "request", executed: "no" } as const;
const overload = { kind: "overload", executed: "no" } as const;

function no(status: number, code: number, msg: string, meaning: Meaning): ServerRefusal {
  return { status, body: { code, msg }, ...meaning };
}

const tooMany = (text: string) =>
  no(
    429,
    -1_003,
    `Too many requests; current limit is ${text}. Please use the websocket for live updates to avoid polling the API.`,
    quota,
  );
const tooManyOrders = (text: string) =>
  no(429, -1_015, `Too many new orders; current limit is ${text}.`, quota);

/** Of anybody whose key, signature or address is wrong. */
export const identity = {
  late: no(400, -1_021, "Timestamp for this request is outside of the recvWindow.", {
    kind: "timestamp",
    executed: "no",
  }),
  wrongSignature: no(400, -1_022, "Signature for this request is not valid.", {
    kind: "credentials",
    executed: "no",
  }),
  firewall: {
    status: 403,
    headers: { "Content-Type": "text/html" },
    body: "<html><h1>403 ERROR</h1></html>",
    kind: "firewall",
    executed: "no",
  },
  banned: {
    status: 418,
    body: ({ nowMs }: Visit) => ({
      code: -1_003,
      msg: `Way too many requests; IP banned until ${nowMs + 120_000}. Please use the websocket for live updates to avoid bans.`,
    }),
    kind: "ban",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

const messageBus =
  "An unexpected response was received from the message bus. Execution status unknown.";
const timeout =
  "Timeout waiting for response from backend server. Send status unknown; execution status unknown.";
const unknownError = "Unknown error, please check your request or try again later.";

export const refusals = {
  ...identity,
  tooMuchWeight: tooMany("2400 requests per minute"),
  tooManyOrders: tooManyOrders("300 orders per 10 SECOND"),
  tooManyOrdersAMinute: tooManyOrders("1200 orders per 1 MINUTE"),
  backendWaits: { status: 408, body: "timeout waiting for backend", ...unknown },
  backendTimeout: no(408, -1_007, timeout, unknown),
  gatewayTimeout: no(504, -1_007, timeout, unknown),
  messageBus: no(500, -1_006, messageBus, unknown),
  unknownError: { status: 500, body: { msg: "Request occur unknown error." }, ...unknown },
  unknownOutcome: { status: 503, body: { msg: unknownError }, ...unknown },
  unavailable: { status: 503, body: { msg: "Service Unavailable." }, ...failed },
  internal: {
    status: 503,
    body: { msg: "Internal error; unable to process your request. Please try again." },
    ...failed,
  },
  unknownOrder: no(400, -2_013, "Order does not exist.", request),
  unknownToCancel: no(400, -2_011, "Unknown order sent.", request),
  throttled: no(
    503,
    -1_008,
    "Request throttled by system-level protection. Reduce-only/close-position orders are exempt. Please try again.",
    overload,
  ),
  overloaded: no(
    503,
    -1_008,
    "Server is currently overloaded with other requests. Please try again in a few minutes.",
    overload,
  ),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
