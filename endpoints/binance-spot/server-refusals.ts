/**
 * Every no of Binance Spot, as it is documented.
 *
 *     https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/errors.md,
 *     https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md, read 2026-11.
 */
import type { ServerRefusal, Visit } from "headgate/emulator";

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

const quota = { kind: "quota", executed: "no" } as const;
const overload = { kind: "overload", executed: "no" } as const;
const unknown = { kind: "fault", executed: "unknown" } as const;
const credentials = { kind: "credentials", executed: "no" } as const;
const half = { kind: "request", executed: "unknown" } as const;

const retryAfter = { headers: { "Retry-After": "7" } };

function no(status: number, code: number, msg: string, meaning: Meaning): ServerRefusal {
  return { status, body: { code, msg }, ...meaning };
}

const tooManyOrders = "Too many new orders; current limit is 50 orders per 10 SECOND.";
const partly = "Order cancel-replace partially failed.";

export const refusals = {
  tooMuchWeight: {
    ...no(
      429,
      -1_003,
      "Too much request weight used; current limit is 6000 request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.",
      quota,
    ),
    ...retryAfter,
  },
  queueFull: no(429, -1_003, "Too many requests queued.", overload),
  banned: {
    status: 418,
    ...retryAfter,
    body: ({ nowMs }: Visit) => ({
      code: -1_003,
      msg: `Way too much request weight used; IP banned until ${nowMs + 120_000}. Please use WebSocket Streams for live updates to avoid bans.`,
    }),
    kind: "ban",
    executed: "no",
  },
  tooManyOrders: { ...no(429, -1_015, tooManyOrders, quota), ...retryAfter },
  firewall: {
    status: 403,
    headers: { "Content-Type": "text/html" },
    body: "<html><h1>403 ERROR</h1></html>",
    kind: "firewall",
    executed: "no",
  },
  overloaded: no(
    503,
    -1_008,
    "Server is currently overloaded with other requests. Please try again in a few minutes.",
    overload,
  ),
  tooManyConnections: no(
    400,
    -1_034,
    "Too many connection attempts from IP; current limit is 300 per '5 MINUTE'.",
    { kind: "request", executed: "no" },
  ),
  late: no(400, -1_021, "Timestamp for this request is outside of the recvWindow.", {
    kind: "timestamp",
    executed: "no",
  }),
  early: no(400, -1_021, "Timestamp for this request was 1000ms ahead of the server's time.", {
    kind: "timestamp",
    executed: "no",
  }),
  wrongSignature: no(400, -1_022, "Signature for this request is not valid.", credentials),
  messageBus: no(
    500,
    -1_006,
    "An unexpected response was received from the message bus. Execution status unknown.",
    unknown,
  ),
  backendTimeout: no(
    504,
    -1_007,
    "Timeout waiting for response from backend server. Send status unknown; execution status unknown.",
    unknown,
  ),
  replacedInPart: no(409, -2_021, partly, half),
  cancelledOnly: {
    status: 429,
    body: {
      code: -2_021,
      msg: partly,
      data: {
        cancelResult: "SUCCESS",
        newOrderResult: "FAILURE",
        newOrderResponse: { code: -1_015, msg: tooManyOrders },
      },
    },
    kind: "quota",
    executed: "partly",
  },
  notReplaced: no(400, -2_022, "Order cancel-replace failed.", { kind: "request", executed: "no" }),
  internal: no(500, -1, "Internal error.", unknown),
} as const satisfies Readonly<Record<string, ServerRefusal>>;
