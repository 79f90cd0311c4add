/** Every no of Deribit over HTTP. https://docs.deribit.com (error codes, copy of 2026-02-23), read 2026-11. */
import type { ServerRefusal, Visit } from "headgate/emulator";

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

const inBody = (
  code: number,
  message: string,
  meaning: Meaning,
  data: object = {},
): ServerRefusal => ({
  status: 400,
  body: ({ nowMs }: Visit) => ({
    jsonrpc: "2.0",
    error: { code, message, data },
    usIn: nowMs * 1_000,
    usOut: nowMs * 1_000,
    usDiff: 0,
    testnet: false,
  }),
  ...meaning,
});

const quota = { kind: "quota", executed: "no" } as const;
const overload = { kind: "overload", executed: "no" } as const;
const unknown = { kind: "fault", executed: "unknown" } as const;

const tooManyRequests = inBody(10_028, "too_many_requests", quota);

export const refusals = {
  // Which of the two statuses it has is not stated.
  tooManyRequests,
  tooManyRequestsBy429: { ...tooManyRequests, status: 429 },
  movePositionsOverLimit: inBody(13_780, "move_positions_over_limit", quota, { wait: 10 }),
  matchingEngineQueueFull: inBody(10_047, "matching_engine_queue_full", overload),
  tooManyConcurrentRequests: inBody(10_066, "too_many_concurrent_requests", overload),
  retry: inBody(10_040, "retry", overload),
  settlementInProgress: inBody(10_041, "settlement_in_progress", overload),
  systemMaintenance: inBody(11_051, "system_maintenance", overload),
  internalServerError: inBody(11_094, "internal_server_error", unknown),
  temporarilyUnavailable: inBody(13_028, "temporarily_unavailable", unknown),
  timedOut: inBody(13_888, "timed_out", unknown),
  unauthorized: inBody(13_009, "unauthorized", { kind: "credentials", executed: "no" }),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
