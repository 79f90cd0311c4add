/**
 * Every no of Bybit, as it is documented or was seen.
 *
 * https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/error.mdx,
 * https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/rate-limit/rate-limit.mdx, read 2026-11.
 */
import type { ServerRefusal, Visit } from "headgate/emulator";

const no = (retCode: number, retMsg: string) => (visit: Visit) => ({
  retCode,
  retMsg,
  result: {},
  retExtInfo: {},
  time: visit.nowMs,
});

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

/** HTTP says 200 to what was understood. */
function inBody(retCode: number, retMsg: string, meaning: Meaning): ServerRefusal {
  return { status: 200, body: no(retCode, retMsg), ...meaning };
}

const quota = { kind: "quota", executed: "no" } as const;
const overload = { kind: "overload", executed: "no" } as const;
const unknown = { kind: "fault", executed: "unknown" } as const;
const request = { kind: "request", executed: "no" } as const;

const tooManyVisits = "Too many visits. Exceeded the API Rate Limit.";

export const refusals = {
  tooManyVisits: {
    ...inBody(10_006, "Too many visits!", quota),
    headers: (visit: Visit, waitMs: number) => ({
      "X-Bapi-Limit-Reset-Timestamp": String(visit.nowMs + Math.ceil(waitMs)),
    }),
  },
  // https://github.com/bybit-exchange/pybit/issues/340 (2026-01-28)
  tooManyVisitsOfAll: inBody(10_006, tooManyVisits, quota),
  tooFrequent: { status: 403, body: "403, access too frequent", kind: "ban", executed: "no" },
  protection: { status: 429, body: "system level frequency protection", ...overload },
  highLoad: inBody(429, "Trading service experiencing a high server load", overload),
  systemProtection: inBody(10_429, "System level frequency protection", overload),
  ipLimit: inBody(10_018, "Exceeded the IP Rate Limit.", quota),
  serverTimeout: inBody(10_000, "Server Timeout", unknown),
  serverError: inBody(10_016, "Server error.", unknown),
  requestTime: inBody(10_002, "The request time exceeds the time window range.", {
    kind: "timestamp",
    executed: "no",
  }),
  wrongSignature: inBody(10_004, "Error sign, please check your signature generation algorithm.", {
    kind: "credentials",
    executed: "no",
  }),
  duplicateRequest: inBody(10_014, "Invalid duplicate request.", request),
  tooManyOrders: inBody(170_005, "Too many new orders; current limit is 20 orders per 1s.", quota),
  tooManyRequests: inBody(170_222, "Too many requests in this time frame.", quota),
  tooFastToCancel: inBody(30_035, "Too fast to cancel, Try it later", overload),
  backendTimeout: inBody(170_007, "Timeout waiting for response from backend server.", unknown),
  creationTimeout: inBody(170_146, "Order creation timeout", unknown),
  cancellationTimeout: inBody(170_147, "Order cancellation timeout", unknown),
  modificationTimeout: inBody(170_310, "Order modification timeout", unknown),
  networkError: inBody(170_032, "Network error", unknown),
  unknownOrder: inBody(110_001, "order not exists or too late to cancel", request),
  duplicateLink: inBody(110_072, "OrderLinkedID is duplicate", request),
  duplicateClientId: inBody(170_141, "Duplicate clientOrderId.", request),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
