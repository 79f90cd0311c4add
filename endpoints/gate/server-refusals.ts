/**
 * Every no of Gate, as it is documented or was seen; statuses that it does not state are the plain ones.
 * https://www.gate.com/docs/developers/apiv4, the list of labels (copy of 2026-05-27), read 2026-11.
 */
import type { ServerRefusal, Visit } from "headgate/emulator";

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

const quota = { kind: "quota", executed: "no" } as const;
const overload = { kind: "overload", executed: "no" } as const;
const request = { kind: "request", executed: "no" } as const;
const unknown = { kind: "fault", executed: "unknown" } as const;

function no(status: number, label: string, message: string, meaning: Meaning): ServerRefusal {
  return { status, body: { label, message }, ...meaning };
}

/** Since when there is room again, in whole seconds. */
const untilNext = ({ nowMs }: Visit, waitMs: number) => ({
  "X-Gate-RateLimit-Reset-Timestamp": String(Math.ceil((nowMs + waitMs) / 1_000)),
});

function tooMany(number: string): ServerRefusal {
  const message = `Request Rate limit Exceeded (${number})`;
  return { ...no(429, "TOO_MANY_REQUESTS", message, quota), headers: untilNext };
}

export const refusals = {
  tooManySpot: tooMany("211"),
  tooManyFutures: tooMany("311"),
  // https://github.com/thrasher-corp/gocryptotrader/issues/2165, read 2026-11.
  tooManyCandles: tooMany("003"),
  fewSpotFills: tooMany("212"),
  fewFuturesFills: tooMany("312"),
  // https://github.com/gateio/rest-v4/issues/5, read 2026-11.
  tooManyOfBatch: {
    status: 200,
    body: [
      { order_id: "1", text: "t-1", succeeded: true },
      { text: "t-2", succeeded: false, label: "TOO_MANY_REQUESTS", message: "Request Rate limit" },
    ],
    kind: "quota",
    executed: "partly",
  },
  internal: no(429, "TOO_MANY_REQUESTS", "internal rate limiting exception error (100)", overload),
  tooFast: no(400, "TOO_FAST", "Withdrawing request exceeds frequency limit", quota),
  tooBusy: no(503, "TOO_BUSY", "System busy", { kind: "overload", executed: "unknown" }),
  serverError: no(500, "SERVER_ERROR", "Internal server error", unknown),
  serverTimeout: no(504, "SERVER_TIMEOUT", "timeout", unknown),
  expired: no(403, "REQUEST_EXPIRED", "gap between request Timestamp and server time exceeds 60", {
    kind: "timestamp",
    executed: "no",
  }),
  wrongSignature: no(401, "INVALID_SIGNATURE", "Signature mismatch", {
    kind: "credentials",
    executed: "no",
  }),
  orderExists: no(400, "ORDER_EXISTS", "Order already exists, do not resubmit", request),
  duplicate: no(400, "DUPLICATE_REQUEST", "Order already exists, do not resubmit", request),
  orderNotFound: no(404, "ORDER_NOT_FOUND", "Order not found", request),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
