/**
 * AllTick's server side, as far as a collector meets it: all twelve HTTP endpoints, the limits of a plan,
 * its ways to say no.
 *
 *     token? -> counted -> over a limit? -> endpoint -> answer, with the trace of the request
 *
 * It sends no header about limits, as AllTick sends none.
 */
import { witnesses } from "headgate/emulator";
import type { Counted, ServerAnswer, ServerRequest, ServerSide } from "headgate/emulator";
import type { Plan } from "./plans.ts";
import { AlltickError, bodyOf } from "./server-answers.ts";
import { endpoints } from "./server-endpoints.ts";
import type { Floor, ServerEndpoint, Visit } from "./server-endpoints.ts";
import { publishedPlans, Quotas } from "./server-limits.ts";
import type { ServerPlan } from "./server-limits.ts";
import { Market } from "./server-market.ts";
import { traceOf } from "./server-request.ts";

export { refusals } from "./server-refusals.ts";

/** What the emulated AllTick is like. */
export type AlltickServer = Readonly<{
  /** Of all tokens. @default "free" */
  plan?: Plan;
  /** By token. Without any, everything is closed. @default none */
  accounts?: Readonly<Record<string, Readonly<{ name: string }>>>;
  /** Limits other than the plan's; shorter windows make shorter tests. */
  limits?: Readonly<Partial<Pick<ServerPlan, "second" | "minute" | "day" | "batchMs">>>;
  /** The HTTP status of a refusal for a limit: sources have both. @default 200 */
  refusedStatus?: 200 | 429;
  /** How far the zone of the midnight at which a day begins is ahead of UTC, ms. Not published. @default 0 */
  zoneOffsetMs?: number;
  /** Codes that the plan does not hold. @default none */
  closedCodes?: readonly string[];
  /** Of prices and volumes. @default 1 */
  seed?: number;
}>;

/**
 * Makes AllTick's server side. Its main limit is the one of all endpoints together, per second.
 *
 * @throws {TypeError} If AllTick sells no such plan.
 * @throws {RangeError} If a limit's window is no length.
 */
export function serverSide(options: AlltickServer = {}): ServerSide {
  const { accounts = {}, refusedStatus = 200, zoneOffsetMs = 0, seed = 1 } = options;
  const plan = planOf(options);
  const quotas = new Quotas(plan, zoneOffsetMs);
  const closedCodes = new Set(options.closedCodes);
  const floor: Floor = { plan, market: new Market(seed), closedCodes };
  const { tell, onCounted } = witnesses();

  function count(visit: Visit, token: string, { weight, outcome }: Omit<Received, "answer">): void {
    const { method, path, ip } = visit.request;
    const { used, windowStartMs } = quotas.together(token, visit.nowMs);
    const atMs = visit.nowMs;
    const counted: Counted = { method, path, ip, weight, used, outcome, atMs, windowStartMs };
    tell(counted);
  }

  return {
    limit: plan.second,
    handle(request, nowMs) {
      const visit = { request, nowMs };
      const token = new URLSearchParams(request.query).get("token") ?? "";
      const isOpen = Object.hasOwn(accounts, token);
      const received = receive(floor, visit, { quotas, token, isOpen, refusedStatus });
      count(visit, token, received);
      return received.answer;
    },
    // AllTick counts no addresses: somebody else is somebody with the same token.
    useByOthers: (_ip, weight, nowMs) => quotas.takeByOthers(weight, nowMs),
    onCounted,
  };
}

type Received = Readonly<{
  answer: ServerAnswer;
  /** 0 where nobody was counted. */
  weight: number;
  outcome: Counted["outcome"];
}>;

type Door = Readonly<{
  quotas: Quotas;
  token: string;
  isOpen: boolean;
  refusedStatus: 200 | 429;
}>;

function receive(floor: Floor, visit: Visit, door: Door): Received {
  const { request, nowMs } = visit;
  const { method, path } = request;
  const endpoint = endpoints[`${method} ${path}`];
  if (endpoint === undefined) return { answer: notFound, weight: 0, outcome: "accepted" };
  if (!door.isOpen) {
    const answer = no(request, new AlltickError("tokenInvalid"));
    return { answer, weight: 0, outcome: "accepted" };
  }
  const entry = door.quotas.enter(door.token, { path, pace: endpoint.pace }, nowMs);
  switch (entry) {
    case "accepted":
      return { answer: run(floor, visit, endpoint), weight: 1, outcome: "accepted" };
    // Unconfirmed: which of the two codes stands for which limit.
    case "endpoint":
    case "common": {
      const error = new AlltickError(entry === "endpoint" ? "tooManyRequests" : "rateLimit");
      const answer = { ...no(request, error), status: door.refusedStatus };
      return { answer, weight: 1, outcome: "refused" };
    }
  }
}

function run(
  floor: Floor,
  visit: Visit,
  { envelope, run: answerTo }: ServerEndpoint,
): ServerAnswer {
  const { request } = visit;
  try {
    const data = answerTo(floor, visit);
    return yes(
      envelope ? bodyOf(200, "ok", { trace: traceOf(request), data }) : JSON.stringify(data),
    );
  } catch (error) {
    if (error instanceof AlltickError) return no(request, error);
    throw error;
  }
}

const notFound: ServerAnswer = {
  status: 404,
  headers: { "Content-Type": "text/html" },
  body: "<html><body><h1>404 Not Found</h1></body></html>",
};

function yes(body: string): ServerAnswer {
  return { status: 200, headers: {}, body };
}

/** HTTP says 200 to almost everything. */
function no(request: ServerRequest, { ret, message }: AlltickError): ServerAnswer {
  return yes(bodyOf(ret, message, { trace: traceOf(request) }));
}

function planOf({ plan = "free", limits = {} }: AlltickServer): ServerPlan {
  if (Object.hasOwn(publishedPlans, plan)) return { ...publishedPlans[plan], ...limits };
  throw new TypeError(`alltick: there is no plan "${plan}".`);
}
