/**
 * What all calls of one endpoint by one caller have in common, found once: whose buckets they draw from, and
 * the draws themselves as far as they do not depend on a call's parameters.
 */
import { InvalidCallError } from "../errors.ts";
import type { Draw } from "../ledger/ledger.ts";
import type { Scope } from "../limits/limit.ts";
import type { Endpoint, Fitting } from "../venue/endpoint.ts";
import { tariffOf } from "../venue/price.ts";
import type { Priced, Tariff } from "../venue/price.ts";
import { searchesOf } from "../venue/venue.ts";
import type { Venue } from "../venue/venue.ts";
import type { Caller, Desk } from "./prepare.ts";
import type { Spread } from "./spread.ts";
import { blockedScopes, errorsLimit, limitName, scopeLimit } from "./scopes.ts";

/** What a call takes from one limit, and the draw that takes it. */
type Fare = Priced & Readonly<{ draw: Draw }>;

export type Route = Readonly<{
  name: string;
  endpoint: Endpoint;
  caller: Caller;
  egress: string;
  /** Who calls: the dimensions that are no parameters. */
  scope: Scope;
  /** A draw of nothing from each scope of the call, for blocks. */
  blocks: readonly Draw[];
  tariff: Tariff;
  fares: Fares;
  /** The refusals that only say that an order which it is asked for is not there. */
  absences: readonly Fitting[];
}>;

/** @throws {InvalidCallError} If there is no such endpoint, or it needs an account and there is none. */
export function routeOf(desk: Desk, name: string, as: Caller, through?: string): Route {
  const egress = through ?? as?.account.egress ?? desk.egress;
  const endpoint = desk.venue.endpoints[name];
  if (endpoint === undefined)
    throw new InvalidCallError(`${desk.venue.name} declares no endpoint "${name}".`);
  const caller = endpoint.auth === "none" ? undefined : as;
  if (caller === undefined && (endpoint.auth === "key" || endpoint.auth === "signed")) {
    throw new InvalidCallError(
      `${desk.venue.name}: ${name} needs an account; say which with as(name).`,
    );
  }
  const { name: account } = caller ?? {};
  const scope: Scope = { ip: egress, account, apiKey: account };
  const scopes = blockedScopes.filter((one) => scope[one] !== undefined);
  const names = [...scopes.map(scopeLimit), errorsLimit];
  const blocks = desk.gate.price(Object.fromEntries(names.map((one) => [one, 0])), {
    ...scope,
    endpoint: name,
    caller: account ?? egress,
  });
  const tariff = tariffOf(desk.venue, endpoint);
  const fares = new Fares(desk, { endpoint: name, blocks });
  const absences = absencesOf(desk.venue, name);
  return { name, endpoint, caller, egress, scope, blocks, tariff, fares, absences };
}

function absencesOf({ endpoints }: Venue, name: string): readonly Fitting[] {
  return Object.values(endpoints)
    .flatMap(searchesOf)
    .flatMap(({ ask, notFound }) => (ask === name && notFound !== undefined ? [notFound] : []));
}

/** The caller's own way out; for a public call that is spread, those over all addresses. */
export type Way = Readonly<{
  own: Route;
  spread: Spread | undefined;
  over: readonly Route[];
}>;

/** @throws {InvalidCallError} As `routeOf` does. */
export function wayOf(desk: Desk, name: string, as: Caller): Way {
  const own = routeOf(desk, name, as);
  const spread = own.caller === undefined ? desk.spread : undefined;
  const over = (spread?.addresses ?? []).map((egress) => routeOf(desk, name, as, egress));
  return { own, spread, over };
}

/** The same calls come again and again, but there may be any number of weights. */
const knownMax = 100;

/** What one call takes from its limits, and all its draws. */
type Ticket = Readonly<{ priced: readonly Fare[]; draws: readonly Draw[] }>;

/** Prices to draws. Where a bucket is the caller's, the draw of a weight is made once. */
class Fares {
  readonly #desk: Desk;
  readonly #endpoint: string;
  readonly #blocks: readonly Draw[];
  readonly #known = new Map<string, Map<number, Fare>>();
  /** Equal calls have one list of draws: who has seen it knows what it is about. */
  #last: Ticket;

  constructor(
    desk: Desk,
    { endpoint, blocks }: Readonly<{ endpoint: string; blocks: readonly Draw[] }>,
  ) {
    this.#desk = desk;
    this.#endpoint = endpoint;
    this.#blocks = blocks;
    this.#last = { priced: [], draws: blocks };
  }

  of(prices: readonly Priced[]): Ticket {
    const priced = prices.map((one) => this.#fareOf(one));
    const { length } = this.#last.priced;
    const isLast =
      length === priced.length && priced.every((one, at) => one === this.#last.priced[at]);
    if (!isLast) {
      this.#last = { priced, draws: [...this.#blocks, ...priced.map(({ draw }) => draw)] };
    }
    return this.#last;
  }

  #fareOf(priced: Priced): Fare {
    if (!priced.isCallers) return this.#fare(priced);
    const known = this.#known.get(priced.name) ?? new Map<number, Fare>();
    const fare = known.get(priced.weight) ?? this.#fare(priced);
    if (known.size >= knownMax) known.clear();
    this.#known.set(priced.name, known.set(priced.weight, fare));
    return fare;
  }

  #fare(priced: Priced): Fare {
    const { gate, weights } = this.#desk;
    const name = limitName(priced.name, this.#endpoint);
    const [draw] = gate.price({ [name]: priced.weight }, priced.scope);
    if (draw === undefined) throw new InvalidCallError(`${name} has no bucket for this call.`);
    return {
      ...priced,
      draw: this.#isDoubtful(priced, draw) ? weights.draw(this.#endpoint, draw) : draw,
    };
  }

  /**
   * Whether an answer can show that a weight was declared wrongly: not where no figure is read, not where
   * only the answer tells it, and what is open or spent for ever is counted by the piece.
   */
  #isDoubtful({ actual }: Priced, { limit }: Draw): boolean {
    const isSum = limit.counted === "open" || limit.counted === "lifetime";
    const { reports = [] } = this.#desk.venue;
    return reports.length > 0 && actual === undefined && !isSum;
  }
}
