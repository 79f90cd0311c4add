/** Before the line: a call is checked, priced and written down as the request that it will be. */
import type { Clock } from "../clock.ts";
import { InvalidCallError } from "../errors.ts";
import type { Emitter } from "../events.ts";
import type { Coalescer } from "../gate/coalesce.ts";
import type { Gate } from "../gate/gate.ts";
import type { Draw } from "../ledger/ledger.ts";
import type { Scope } from "../limits/limit.ts";
import type { ServerClock } from "../limits/server-clock.ts";
import type { Endpoint } from "../venue/endpoint.ts";
import { priceCall } from "../venue/price.ts";
import type { Priced, Tariff } from "../venue/price.ts";
import type { Account, Outgoing } from "../venue/signing.ts";
import type { Venue } from "../venue/venue.ts";
import { defaultEgress } from "./egress.ts";
import type { Egress } from "./egress.ts";
import type { Settings } from "./figures.ts";
import { blockedScopes, limitName, scopeLimit } from "./scopes.ts";
import type { Answered } from "./call.ts";
import type { Transport } from "./transport.ts";
import type { Charged } from "./verdict.ts";
import type { WaitingOrders } from "./waiting-orders.ts";
import type { Weights } from "./weights.ts";
import { outgoing } from "./wire.ts";

/** Everything that the calls of one client have in common. */
export type Desk = Readonly<{
  venue: Venue;
  origin: string;
  gate: Gate;
  orders: WaitingOrders;
  shared: Coalescer<Answered<unknown>>;
  events: Emitter;
  clock: Clock;
  serverClock: ServerClock;
  transport: Transport;
  dispatchers: Egress;
  timeoutMs: number;
  maxAttempts: number;
  checkAnswers: boolean;
  settings: Settings;
  weights: Weights;
  /** What the calls of each endpoint take. */
  tariffs: ReadonlyMap<string, Tariff>;
  random: () => number;
}>;

/** Who calls: the account's name and the account, or nobody for public data. */
export type Caller = Readonly<{ name: string; account: Account }> | undefined;

/** A call that was checked and priced, and has not gone to the line. */
export type Prepared = Charged &
  Readonly<{
    params: Readonly<Record<string, unknown>>;
    caller: Caller;
    egress: string;
    outgoing: Outgoing;
  }>;

/**
 * Checks and prices one call.
 *
 * @throws {InvalidCallError} If the parameters do not fit, credentials are missing, or a weight is none.
 */
export function prepare(desk: Desk, name: string, given: unknown, as: Caller): Prepared {
  const endpoint = desk.venue.endpoints[name];
  if (endpoint === undefined)
    throw new InvalidCallError(`${desk.venue.name} declares no endpoint "${name}".`);
  const params = checkParams(desk, name, endpoint, given);
  const caller = endpoint.auth === "none" ? undefined : as;
  if (caller === undefined && (endpoint.auth === "key" || endpoint.auth === "signed")) {
    throw new InvalidCallError(
      `${desk.venue.name}: ${name} needs an account; say which with as(name).`,
    );
  }
  const egress = as?.account.egress ?? defaultEgress;
  const scope: Scope = { ip: egress, account: caller?.name, apiKey: caller?.name };
  const priced = priceCall(desk.venue, desk.tariffs.get(name) ?? [], {
    params,
    caller: scope,
  }).flatMap((one) =>
    desk.gate.price({ [limitName(one.name, name)]: one.weight }, one.scope).map((draw) => ({
      ...one,
      draw: isDoubtful(desk.venue, one, draw) ? desk.weights.draw(name, draw) : draw,
    })),
  );
  const draws = [...blockable(desk, scope), ...priced.map(({ draw }) => draw)];
  const request = outgoing(endpoint, params, {
    origin: desk.origin,
    sends: desk.venue.sends ?? "json",
  });
  return { name, endpoint, params, scope, priced, draws, caller, egress, outgoing: request };
}

function checkParams(
  desk: Desk,
  name: string,
  endpoint: Endpoint,
  given: unknown,
): Readonly<Record<string, unknown>> {
  const parsed = endpoint.params.safeParse(given ?? {});
  if (!parsed.success) {
    const issues = parsed.error.issues.map(
      ({ path, message }) => `${path.join(".") || "parameters"}: ${message}`,
    );
    throw new InvalidCallError(
      `${desk.venue.name}: ${name} cannot be called so: ${issues.join("; ")}`,
    );
  }
  if (typeof parsed.data === "object" && parsed.data !== null) return { ...parsed.data };
  throw new InvalidCallError(`${desk.venue.name}: the parameters of ${name} are no object.`);
}

/**
 * Whether an answer can show that a weight was declared wrongly: not where no figure is read, not where only
 * the answer tells it, and what is open or spent for ever is counted by the piece.
 */
function isDoubtful(venue: Venue, { actual }: Priced, { limit }: Draw): boolean {
  const isSum = limit.counted === "open" || limit.counted === "lifetime";
  return (venue.reports ?? []).length > 0 && actual === undefined && !isSum;
}

/** A draw of nothing from each scope of the call, for blocks. */
function blockable(desk: Desk, scope: Scope): readonly Draw[] {
  const scopes = blockedScopes.filter((name) => scope[name] !== undefined);
  return desk.gate.price(Object.fromEntries(scopes.map((name) => [scopeLimit(name), 0])), scope);
}
