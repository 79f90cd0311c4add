/** Before the line: a call is checked, priced and written down as the request that it will be. */
import type { Clock } from "../clock.ts";
import { InvalidCallError } from "../errors.ts";
import type { Emitter } from "../events.ts";
import type { Coalescer } from "../gate/coalesce.ts";
import type { Gate } from "../gate/gate.ts";
import type { Endpoint } from "../venue/endpoint.ts";
import { priceCall } from "../venue/price.ts";
import type { Account, Outgoing } from "../venue/signing.ts";
import type { Venue } from "../venue/venue.ts";
import type { Egress } from "./egress.ts";
import type { Settings } from "./figures.ts";
import type { Breaker } from "./breaker.ts";
import type { Answered } from "./call.ts";
import type { Carrier } from "./carrier.ts";
import type { Flights } from "./flights.ts";
import type { Spread } from "./spread.ts";
import type { VenueClock } from "./venue-clock.ts";
import { named } from "./orders.ts";
import type { CallOptions } from "./request.ts";
import type { RetryBudgets } from "./retry-budget.ts";
import type { Confirmations } from "./confirmations.ts";
import type { Charged } from "./verdict.ts";
import type { WaitingOrders } from "./waiting-orders.ts";
import type { Weights } from "./weights.ts";
import type { Route } from "./route.ts";
import { outgoingOf } from "./wire.ts";

/** Everything that the calls of one client have in common. */
export type Desk = Readonly<{
  venue: Venue;
  origin: string;
  /** The address of what names none. */
  egress: string;
  gate: Gate;
  orders: WaitingOrders;
  shared: Coalescer<Answered<unknown>>;
  events: Emitter;
  clock: Clock;
  venueClock: VenueClock;
  carry: Carrier;
  flights: Flights;
  dispatchers: Egress;
  /** Over which addresses public calls go, where over several. */
  spread: Spread | undefined;
  maxAnswerBytes: number;
  maxAttempts: number;
  maxRetryMs: number;
  maxRetries: number;
  retries: RetryBudgets;
  maxErrors: number;
  breaker: Breaker;
  confirmations: Confirmations;
  /** Sends a prepared call, for those who have to ask something on the way. */
  perform: (call: Prepared, options: CallOptions) => Promise<Answered<unknown>>;
  checkAnswers: boolean;
  settings: Settings;
  weights: Weights;
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
    absences: Route["absences"];
  }>;

/**
 * Checks and prices one call.
 *
 * @throws {InvalidCallError} If the parameters do not fit, or a weight is none.
 */
export function prepare(desk: Desk, route: Route, given: unknown): Prepared {
  const { name, endpoint, caller, egress, scope, blocks, fares, tariff, absences } = route;
  const params = named(desk.venue, endpoint, checkParams(desk, name, endpoint, given));
  const { priced, draws } = fares.of(priceCall(desk.venue, tariff, { params, caller: scope }));
  const { sends, lists } = desk.venue;
  const outgoing = outgoingOf(endpoint, params, { origin: originOf(desk, endpoint), sends, lists });
  return {
    name,
    endpoint,
    params,
    scope,
    priced,
    blocks,
    draws,
    caller,
    egress,
    outgoing,
    absences,
  };
}

/** A test network or an emulator is one host, whatever hosts the exchange has. */
function originOf({ venue, origin }: Desk, endpoint: Endpoint): string {
  return origin === venue.origin ? (endpoint.origin ?? origin) : origin;
}

type Params = Readonly<Record<string, unknown>>;

function checkParams(desk: Desk, name: string, endpoint: Endpoint, given: unknown): Params {
  const parsed = endpoint.params.safeParse(given ?? {});
  if (!parsed.success) {
    const issues = parsed.error.issues.map(
      ({ path, message }) => `${path.join(".") || "parameters"}: ${message}`,
    );
    throw new InvalidCallError(
      `${desk.venue.name}: ${name} cannot be called so: ${issues.join("; ")}`,
    );
  }
  if (isParams(parsed.data)) return parsed.data;
  throw new InvalidCallError(`${desk.venue.name}: the parameters of ${name} are no object.`);
}

function isParams(parsed: unknown): parsed is Params {
  return typeof parsed === "object" && parsed !== null;
}
