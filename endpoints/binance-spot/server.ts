/**
 * Binance Spot's server side, as far as a bot meets it: twenty-two endpoints, its limits, its ways to say no.
 *
 *     banned? -> counted -> over a limit? -> endpoint -> failed and was free? then 1
 *
 * Its numbers are written a second time, from the documentation and not from `index.ts`.
 * https://github.com/binance/binance-spot-api-docs/blob/master/rest-api.md, read 2026-07-21.
 */
import { seededRandom, witnesses } from "headgate/emulator";
import type { Counted, ServerAnswer, ServerSide } from "headgate/emulator";
import { ApiError } from "./server-answers.ts";
import type { Floor, Visit } from "./server-desk.ts";
import { endpoints } from "./server-endpoints.ts";
import { publishedLimits, Quotas } from "./server-limits.ts";
import type { BanRules, ServerLimit, ServerLimits } from "./server-limits.ts";
import { exchangeOf } from "./server-orders.ts";
import { parametersOf } from "./server-signing.ts";
import type { ServerAccount } from "./server-signing.ts";
import { defaultSymbols, Symbols } from "./server-symbols.ts";
import type { ServerSymbol } from "./server-symbols.ts";
import { isFreeOnSuccess, weightOf } from "./server-weights.ts";

export { refusals } from "./server-refusals.ts";

/** What the emulated Binance Spot is like. */
export type BinanceSpotServer = Readonly<{
  /** Limits other than the published ones; shorter windows make shorter tests. */
  limits?: Readonly<Partial<Record<keyof ServerLimits, Partial<ServerLimit>>>>;
  /** By API key. Without any, signed endpoints are closed. @default none */
  accounts?: Readonly<Record<string, ServerAccount>>;
  /** So many refused requests of an IP in a window are answered with 429; the next is a ban. @default 20 */
  banAfter?: number;
  /** How long the first ban lasts; each later one twice as long, up to 3 days. @default 120 000 */
  banMs?: number;
  /** Of prices, books and made-up order ids. @default 1 */
  seed?: number;
  /** @default seven pairs, BTCUSDT and LTCBTC among them */
  symbols?: readonly ServerSymbol[];
}>;

/**
 * Makes Binance Spot's server side.
 *
 * @throws {RangeError} If a limit's window is no length.
 */
export function serverSide(options: BinanceSpotServer = {}): ServerSide {
  const { accounts = {}, banAfter = 20, banMs = 120_000, seed = 1 } = options;
  const limits = limitsOf(options);
  const { requestWeight } = limits;
  const quotas = new Quotas(limits, { banAfter, banMs } satisfies BanRules);
  const floor: Floor = {
    quotas,
    accounts,
    symbols: new Symbols(options.symbols ?? defaultSymbols),
    exchange: exchangeOf(seed, seededRandom(seed)),
    orders: new Map(),
  };
  const { tell, onCounted } = witnesses();

  function count({ request, nowMs }: Visit, weight: number, outcome: Counted["outcome"]): void {
    const { method, path, ip } = request;
    const { used, windowStartMs } = quotas.take(ip, 0, nowMs);
    const bannedUntilMs = quotas.bannedUntilMs(ip, nowMs);
    const counted: Counted = {
      method,
      path,
      ip,
      weight,
      used,
      outcome,
      atMs: nowMs,
      windowStartMs,
      ...(bannedUntilMs !== undefined && { bannedUntilMs }),
    };
    tell(counted);
  }

  return {
    limit: requestWeight,
    handle(request, nowMs) {
      const visit = { request, parameters: parametersOf(request), nowMs };
      const { answer, weight, outcome } = receive(floor, visit);
      count(visit, weight, outcome);
      // Refusals carry the figures too, above the limit as they are.
      return {
        ...answer,
        headers: { ...contentType, ...quotas.weightHeaders(request.ip, nowMs), ...answer.headers },
      };
    },
    useByOthers: (ip, weight, nowMs) => void quotas.take(ip, weight, nowMs),
    onCounted,
  };
}

type Received = Readonly<{
  answer: ServerAnswer;
  weight: number;
  outcome: Counted["outcome"];
}>;

const contentType = { "Content-Type": "application/json;charset=UTF-8" } as const;

function receive(floor: Floor, visit: Visit): Received {
  const { request, parameters, nowMs } = visit;
  const { quotas } = floor;
  const ban = quotas.banned(request.ip, nowMs);
  if (ban !== undefined) return { answer: ban, weight: 0, outcome: "banned" };
  const endpoint = `${request.method} ${request.path}`;
  const known = weightOf(endpoint, parameters);
  const refusal = quotas.enter(request.ip, known, nowMs);
  const { answer, outcome } = refusal === undefined ? run(floor, visit) : refused(refusal);
  if (answer.status < 400 || !isFreeOnSuccess(endpoint)) return { answer, outcome, weight: known };
  // What is free when it succeeds has failed, whatever the reason.
  quotas.take(request.ip, 1, nowMs);
  return { answer, outcome, weight: 1 };
}

function run(floor: Floor, visit: Visit): Omit<Received, "weight"> {
  const { method, path } = visit.request;
  const endpoint = endpoints[`${method} ${path}`];
  if (endpoint === undefined) {
    const body = "<html><body><h2>404 Not found</h2></body></html>";
    return {
      answer: { status: 404, headers: { "Content-Type": "text/html" }, body },
      outcome: "accepted",
    };
  }
  try {
    const outcome = endpoint(floor, visit);
    if ("refusal" in outcome) return refused(outcome.refusal);
    const { body, headers = {} } = outcome;
    return { answer: { status: 200, headers, body: JSON.stringify(body) }, outcome: "accepted" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const body = JSON.stringify({ code: error.code, msg: error.message });
    return { answer: { status: error.status, headers: {}, body }, outcome: "accepted" };
  }
}

/** A refusal that turned into a ban still was counted. */
function refused(answer: ServerAnswer): Omit<Received, "weight"> {
  return { answer, outcome: answer.status === 418 ? "banned" : "refused" };
}

function limitsOf({ limits = {} }: BinanceSpotServer): ServerLimits {
  return {
    requestWeight: { ...publishedLimits.requestWeight, ...limits.requestWeight },
    rawRequests: { ...publishedLimits.rawRequests, ...limits.rawRequests },
    orders10s: { ...publishedLimits.orders10s, ...limits.orders10s },
    orders1d: { ...publishedLimits.orders1d, ...limits.orders1d },
  };
}
