/** Every no of OKX, as it is documented. https://www.okx.com/docs-v5/en/#error-code, read 2026-11. */
import type { ServerRefusal, Visit } from "headgate/emulator";

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

const quota = { kind: "quota", executed: "no" } as const;
const overload = { kind: "overload", executed: "no" } as const;
const request = { kind: "request", executed: "no" } as const;
const unknown = { kind: "fault", executed: "unknown" } as const;

function no(status: number, code: string | number, msg: string, meaning: Meaning): ServerRefusal {
  return { status, body: { code, msg, data: [] }, ...meaning };
}

/** Said of an order: the call as a whole has only failed. */
function ofOrder(status: number, sCode: string, sMsg: string, meaning: Meaning): ServerRefusal {
  const data = [{ ordId: "", clOrdId: "", sCode, sMsg }];
  const body = ({ nowMs }: Visit) => {
    return { code: "1", msg: "", data, inTime: `${nowMs}000`, outTime: `${nowMs}000` };
  };
  return { status, body, ...meaning };
}

const timedOut = "does not mean that the request was successful or failed";

export const refusals = {
  rateLimit: no(200, "50011", "Rate limit reached. Please throttle requests accordingly.", quota),
  tooManyRequests: no(429, "50011", "Too Many Requests", quota),
  // As older bodies have it.
  tooManyRequestsByNumber: no(429, 50_011, "Too Many Requests", quota),
  orderRate: no(200, "50061", "You've reached the maximum order rate limit.", quota),
  tooFrequent: no(200, "50040", "Too frequent operations, please try again later", quota),
  changesInProgress: ofOrder(200, "51513", "Number of modification requests exceeds 3", overload),
  busy: no(429, "50013", "Systems are busy. Please try again later.", overload),
  unavailable: no(503, "50001", "Service temporarily unavailable. Try again later", {
    kind: "overload",
    executed: "unknown",
  }),
  timeout: no(400, "50004", `API endpoint request timeout (${timedOut})`, unknown),
  systemError: no(500, "50026", "System error. Try again later", unknown),
  orderTimeout: ofOrder(500, "51149", `Order timed out. Please try again. (${timedOut})`, unknown),
  requestTimeout: ofOrder(500, "51054", "Request timed out. Please try again.", unknown),
  cancelTimeout: ofOrder(200, "51412", "Cancellation timed out, please try again later.", unknown),
  expired: no(401, "50102", "Timestamp request expired", { kind: "timestamp", executed: "no" }),
  wrongSign: no(401, "50113", "Invalid Sign", { kind: "credentials", executed: "no" }),
  unknownOrder: no(200, "51603", "Order does not exist", request),
  unknownToAmend: ofOrder(
    200,
    "51503",
    "Order amendment failed as the order does not exist.",
    request,
  ),
  unknownToCancel: ofOrder(
    200,
    "51400",
    "Cancellation failed as the order does not exist.",
    request,
  ),
  duplicate: ofOrder(200, "51016", "Client order ID already exists", request),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
