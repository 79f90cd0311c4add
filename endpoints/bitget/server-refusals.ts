/**
 * Every no of Bitget, as it is documented; its table gives no statuses, 400 is what clients see.
 * https://www.bitget.com/api-doc/common/error-code/restapi (copy of 2025-11-30), read 2026-11.
 */
import type { ServerRefusal, Visit } from "headgate/emulator";

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

function no(code: string, msg: string, meaning: Meaning): ServerRefusal {
  const status = code === "429" ? 429 : 400;
  const body = ({ nowMs }: Visit) => ({ code, msg, requestTime: nowMs, data: null });
  return { status, body, ...meaning };
}

const quota = { kind: "quota", executed: "no" } as const;
const unknown = { kind: "fault", executed: "unknown" } as const;

export const refusals = {
  tooManyRequests: no("429", "Too Many Requests", quota),
  /** Of the address, while the endpoint's own limit has room. */
  tooManyOfAddress: {
    ...no("429", "Too Many Requests", quota),
    headers: { "x-mbx-used-remain-limit": "9" },
  },
  timedOut: no("40010", "Request timed out", unknown),
  abnormal: no("40015", "System is abnormal, please try again later", unknown),
  serviceError: no("40725", "service return an error", unknown),
  unknownError: no("45001", "Unknown error", unknown),
  operationTimedOut: no("40910", "Operation timed out", unknown),
  expired: no("40008", "Request timestamp expired", { kind: "timestamp", executed: "no" }),
  wrongSign: no("40009", "sign signature error", { kind: "credentials", executed: "no" }),
  unknownOrder: no("43001", "The order does not exist", { kind: "request", executed: "no" }),
  cancelledTooOften: no("45129", "cancel order too frequent", {
    kind: "overload",
    executed: "no",
  }),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
