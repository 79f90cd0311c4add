/**
 * A server side from a table of rules.
 *
 *     route? -> counted, limit by limit -> over one? -> signature? -> answer
 *
 * A call counts in each of its limits up to the one that refuses it.
 */
import type { Counted, ServerAnswer, ServerRequest, ServerSide } from "./emulator.ts";
import type { PoolState, PoolStates, ServerCost, ServerPool } from "./rules.ts";
import type { ServerRefusal, ServerRoute, ServerRules } from "./rules.ts";
import { said } from "./refusing.ts";
import { parametersOf, routesOf } from "./visit.ts";
import type { ServerAccount, Visit } from "./visit.ts";
import { witnesses } from "./witnesses.ts";

/** What every server side of this kind can be told. */
export type ServerOptions = Readonly<{
  /** By API key. Without any, signed routes are closed. @default none */
  accounts?: Readonly<Record<string, ServerAccount>>;
}>;

/** A route's own no, by its name in the table: `throw new No("unknownSymbol")`. */
export class No extends Error {
  override readonly name = "No";
  readonly refusal: string;

  constructor(refusal: string) {
    super(`The exchange says no: ${refusal}.`);
    this.refusal = refusal;
  }
}

/** What became of a call: its answer, and what of it was counted in the main limit. */
type Outcome = Readonly<{
  answer: ServerAnswer;
  outcome: Counted["outcome"];
  weight: number;
}>;

/**
 * Makes a server side.
 *
 * @throws {TypeError} From `handle`, if a route takes from a limit or throws a refusal that is not there.
 */
export function defineServer<Pool extends string, Names extends string>(
  rules: ServerRules<Pool, Names>,
  { accounts = {} }: ServerOptions = {},
): ServerSide {
  const { tell, onCounted } = witnesses();
  const find = routesOf(rules.routes);
  const main = rules.main === undefined ? unlimited : rules.pools[rules.main];

  function visitOf(request: ServerRequest, nowMs: number, inPath = {}): Visit {
    const visit = { request, nowMs, params: parametersOf(request, inPath) };
    const apiKey = rules.keyOf?.(visit);
    const account = apiKey === undefined ? undefined : accounts[apiKey];
    if (apiKey === undefined || account === undefined) return visit;
    return { ...visit, caller: { ...account, apiKey } };
  }

  function receive(request: ServerRequest, nowMs: number): Outcome {
    const found = find(request);
    if (found === undefined) return { answer: rules.notFound, outcome: "accepted", weight: 0 };
    const visit = visitOf(request, nowMs, found.inPath);
    const { states, weight, refused } = count(rules, found.route, visit);
    const answer = refused ?? answered(rules, found.route, visit);
    const headers = { ...rules.headers?.(visit, states), ...answer.headers };
    const outcome = refused === undefined ? "accepted" : "refused";
    return { answer: { ...answer, headers }, outcome, weight };
  }

  return {
    limit: { max: maxOf(main, ""), windowMs: main.windowMs },
    handle(request, nowMs) {
      const { answer, outcome, weight } = receive(request, nowMs);
      const { method, path, ip } = request;
      const [key = ""] = keysOf(main, visitOf(request, nowMs));
      const { used } = main.model.offer(key, 0, nowMs);
      const windowStartMs = Math.floor(nowMs / main.windowMs) * main.windowMs;
      tell({ method, path, ip, weight, used, outcome, atMs: nowMs, windowStartMs });
      return answer;
    },
    useByOthers(ip, weight, nowMs) {
      const request = { method: "GET", path: "/", query: "", headers: {}, body: "", ip };
      for (const key of keysOf(main, { request, nowMs, params: {} }))
        main.model.offer(key, weight, nowMs);
    },
    onCounted,
  };
}

/** What counts nothing, for an exchange that has no main limit. */
const unlimited = {
  model: { offer: () => ({ accepted: true, used: 0 }), size: 0 },
  max: 0,
  windowMs: 1,
  whose: () => [],
} as const satisfies Omit<ServerPool<string>, "refusal">;

/** Counts a call in its limits, until one has no room. */
function count<Pool extends string, Names extends string>(
  rules: ServerRules<Pool, Names>,
  { takes, own }: ServerRoute<Pool, Names>,
  visit: Visit,
): Readonly<{ states: PoolStates; weight: number; refused?: ServerAnswer }> {
  const pools: Readonly<Record<string, ServerPool<Names> | undefined>> = { ...rules.pools, own };
  const states: Record<string, PoolState> = {};
  let weight = 0;
  for (const [name, cost = 0] of Object.entries<ServerCost | undefined>(takes)) {
    const pool = pools[name];
    if (pool === undefined) throw new TypeError(`The server side has no limit "${name}".`);
    for (const key of keysOf(pool, visit)) {
      const taken = typeof cost === "number" ? cost : cost(visit, key);
      const { accepted, used, waitMs = 0 } = pool.model.offer(key, taken, visit.nowMs);
      if (name === rules.main) weight += taken;
      const { windowMs, refusal } = pool;
      states[name] = { used, max: maxOf(pool, key), windowMs, waitMs: accepted ? 0 : waitMs };
      if (!accepted)
        return { states, weight, refused: said(rules.refusals[refusal], visit, waitMs) };
    }
  }
  return { states, weight };
}

function answered<Pool extends string, Names extends string>(
  rules: ServerRules<Pool, Names>,
  { signed = false, answer }: ServerRoute<Pool, Names>,
  visit: Visit,
): ServerAnswer {
  const wrong = signed ? wrongWith(rules, visit) : undefined;
  if (wrong !== undefined) return said(rules.refusals[wrong], visit);
  try {
    return { status: 200, headers: {}, body: JSON.stringify(answer(visit)) };
  } catch (error) {
    if (error instanceof No) return said(named(rules, error.refusal), visit);
    throw error;
  }
}

function wrongWith<Names extends string>(
  rules: Pick<ServerRules<string, Names>, "checkSignature" | "withoutKey">,
  visit: Visit,
): Names | undefined {
  const { caller } = visit;
  return caller === undefined ? rules.withoutKey : rules.checkSignature?.(visit, caller);
}

function named(
  { refusals }: Readonly<{ refusals: Readonly<Record<string, ServerRefusal>> }>,
  name: string,
): ServerRefusal {
  const refusal = refusals[name];
  if (refusal === undefined) throw new TypeError(`The server side has no refusal "${name}".`);
  return refusal;
}

function keysOf({ whose }: Pick<ServerPool<string>, "whose">, visit: Visit): readonly string[] {
  const keys = whose(visit);
  return typeof keys === "string" ? [keys] : keys;
}

function maxOf({ max }: Pick<ServerPool<string>, "max">, key: string): number {
  return typeof max === "number" ? max : max(key);
}
