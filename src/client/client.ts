/** One typed method for each endpoint of a venue. */
import type { z } from "zod";
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { InvalidCallError } from "../errors.ts";
import { Coalescer } from "../gate/coalesce.ts";
import type { Gate, GateOptions } from "../gate/gate.ts";
import { LineGate } from "../gate/line-gate.ts";
import { processLedger } from "../ledger/memory-ledger.ts";
import type { Limit } from "../limits/limit.ts";
import { ServerClock } from "../limits/server-clock.ts";
import type { Endpoint } from "../venue/endpoint.ts";
import type { Account } from "../venue/signing.ts";
import type { Venue } from "../venue/venue.ts";
import { nameOf, register } from "./accounts.ts";
import { callOf } from "./call.ts";
import type { Answered, Call } from "./call.ts";
import { carrierOver } from "./carrier.ts";
import { checkEgress } from "./egress.ts";
import type { Egress } from "./egress.ts";
import { doubts, gateLimits } from "./figures.ts";
import { Flights } from "./flights.ts";
import { overUndici } from "./over-undici.ts";
import { prepare } from "./prepare.ts";
import type { Caller, Desk, Prepared } from "./prepare.ts";
import { perform } from "./request.ts";
import type { CallOptions } from "./request.ts";
import { defaultMaxAnswerBytes } from "./transport.ts";
import type { Transport } from "./transport.ts";
import { routeOf } from "./route.ts";
import type { Route } from "./route.ts";
import { WaitingOrders } from "./waiting-orders.ts";
import { weightsOf } from "./weights.ts";

/** One endpoint: call it, or ask what it would cost. */
export type Callable<Params, Body> = {
  (
    ...args: {} extends Params
      ? [params?: Params, options?: CallOptions]
      : [params: Params, options?: CallOptions]
  ): Call<Body>;
  /** What it would take from each limit, and about how long it would wait. Sends and charges nothing. */
  estimate(
    ...args: {} extends Params ? [params?: Params] : [params: Params]
  ): Readonly<{ cost: Readonly<Record<string, number>>; waitMs: number }>;
};

/** A method for each endpoint. `as`, `gate` and `close` are the only other names: no venue's word is taken. */
export type Client<V extends Venue, Name extends string = string> = {
  readonly [K in keyof V["endpoints"]]: V["endpoints"][K] extends Endpoint<infer P, infer A>
    ? Callable<z.input<P>, z.output<A>>
    : never;
} & {
  /** The same client, calling for one of its accounts. */
  as(account: Name): Client<V, Name>;
  /** Every bucket, the line, and what can be listened to. */
  readonly gate: Gate<keyof V["limits"] & string>;
  /** Rejects what waits in line. Buckets stay: others may share them. */
  close(): Promise<void>;
};

export type ClientOptions<V extends Venue, Name extends string> = Readonly<{
  /** The only account; or all of them by name. */
  account?: Account;
  accounts?: Readonly<Record<Name, Account>>;
  /** Outgoing addresses by name. The name is the key of an address's buckets. */
  egress?: Egress;
  /** Another address of the same API: a test network, an emulator. It has buckets of its own. */
  origin?: string;
  /** This client's part of every limit, where others, who do not talk to it, have the rest. @default 1 */
  share?: number;
  /**
   * Whether somebody, an earlier run as well, may have used the limits just before: then the first call of
   * each address and of each account goes alone, until it is answered. `false` for an address and accounts
   * that nobody else has used. @default true
   */
  coldStart?: boolean;
  /** Figures that differ from the published ones, by limit. */
  limits?: Readonly<Partial<Record<keyof V["limits"] & string, Partial<Limit>>>>;
  /** @default undici, over connections that the process shares */
  transport?: Transport;
  /** From the wire to the whole answer, ms. @default 10_000 */
  timeoutMs?: number;
  /** A longer answer is given up. @default 64 MiB */
  maxAnswerBytes?: number;
  /** How often one call may be sent, if each time before it was not executed. @default 3 */
  maxAttempts?: number;
  /** Answers are checked against their schemas. @default true */
  checkAnswers?: boolean;
  /** From 0 to 1, for the jitter of pauses. @default Math.random */
  random?: () => number;
}> &
  Pick<
    GateOptions,
    "ledger" | "clock" | "maxLineLength" | "maxBlockMs" | "urgentShare" | "minShares"
  >;

/**
 * A client of one exchange API that keeps its limits.
 *
 * @throws {TypeError} If an account is known under another name, a limit or an egress does not exist, or
 * the origin is none.
 * @throws {RangeError} If a figure is none.
 *
 * @example
 * const binance = createClient(binanceSpot, { account: { apiKey, secret } });
 * const book = await binance.depth({ symbol: "BTCUSDT", limit: 500 });
 */
export function createClient<const V extends Venue, const Name extends string = never>(
  venue: V,
  options: ClientOptions<V, Name> = {},
): Client<V, Name> {
  const clock = options.clock ?? systemClock;
  const ledger = options.ledger ?? processLedger(clock);
  const origin = checkOrigin(options.origin ?? venue.origin);
  const exchange = origin === venue.origin ? venue.name : `${venue.name}@${new URL(origin).host}`;
  const accounts = accountsOf(options);
  checkEgress(accounts, options.egress ?? {});
  const settings = {
    limits: options.limits ?? {},
    share: options.share ?? 1,
    coldStart: options.coldStart ?? true,
  };
  const limits = gateLimits(venue, settings);
  const gate = new LineGate(limits, { ...options, clock, ledger, name: exchange });
  const { events } = gate;
  const orders = WaitingOrders.of(ledger, exchange);
  const shared = new Coalescer<Answered<unknown>>(clock);
  const weights = weightsOf(ledger, exchange);
  const common = { venue, origin, gate, orders, shared, weights, events, clock, settings };
  const desk: Desk = { ...common, ...wireOptions(options, clock) };
  // The last that can fail: what is refused has not taken a name.
  const notices = [...doubts(venue, settings), ...register(accounts, { ledger, exchange })];
  // Whoever listens from the start hears them.
  queueMicrotask(() => notices.forEach((notice) => gate.events.sayOnce(notice)));
  const [only] = accounts.size === 1 ? accounts : [];
  return build(
    desk,
    accounts,
    only === undefined ? undefined : { name: only[0], account: only[1] },
  );
}

type WireOptions = Pick<
  Desk,
  | "serverClock"
  | "carry"
  | "flights"
  | "dispatchers"
  | "maxAnswerBytes"
  | "maxAttempts"
  | "checkAnswers"
  | "random"
>;

function wireOptions(options: ClientOptions<Venue, string>, clock: Clock): WireOptions {
  const {
    timeoutMs = 10_000,
    maxAnswerBytes = defaultMaxAnswerBytes,
    maxAttempts = 3,
    checkAnswers = true,
    random = Math.random,
  } = options;
  return {
    serverClock: new ServerClock(),
    carry: options.transport === undefined ? overUndici : carrierOver(options.transport),
    flights: new Flights(clock, atLeast(1, "timeoutMs", timeoutMs)),
    dispatchers: options.egress ?? {},
    maxAnswerBytes: atLeast(1, "maxAnswerBytes", maxAnswerBytes),
    maxAttempts: atLeast(1, "maxAttempts", maxAttempts),
    checkAnswers,
    random,
  };
}

/** The methods for one caller. */
function build<V extends Venue, Name extends string>(
  desk: Desk,
  accounts: ReadonlyMap<string, Account>,
  caller: Caller,
): Client<V, Name> {
  const methods = Object.keys(desk.venue.endpoints).map(
    (name) => [name, method(desk, name, caller)] as const,
  );
  const client = {
    ...Object.fromEntries(methods),
    as: (name: string) => {
      const account = accounts.get(name);
      if (account !== undefined) return build<V, Name>(desk, accounts, { name, account });
      throw new InvalidCallError(
        `No account is called "${name}"; there are ${[...accounts.keys()].join(", ") || "none"}.`,
      );
    },
    gate: desk.gate,
    close: () => desk.gate.close(),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Made from the endpoints that the type is made from.
  return new Proxy(client, { get: unknownEndpoints(desk) }) as unknown as Client<V, Name>;
}

function method(desk: Desk, name: string, caller: Caller): Callable<unknown, unknown> {
  let route: Route | undefined;
  const prepared = (params: unknown): Prepared =>
    prepare(desk, (route ??= routeOf(desk, name, caller)), params);
  const call = (params?: unknown, options: CallOptions = {}): Call<unknown> =>
    callOf((async () => perform(desk, prepared(params), options))());
  const estimate = (
    params?: unknown,
  ): { cost: Readonly<Record<string, number>>; waitMs: number } => {
    const { priced, draws, endpoint } = prepared(params);
    const cost: Record<string, number> = {};
    for (const { name: limit, draw } of priced) cost[limit] = (cost[limit] ?? 0) + draw.cost;
    return { cost, waitMs: desk.gate.estimate(draws, { priority: endpoint.priority }).waitMs };
  };
  return Object.assign(call, { estimate });
}

/** An endpoint that is not declared is a call like any other, and is refused like one: typed, at once. */
function unknownEndpoints(desk: Desk): (client: object, name: string | symbol) => unknown {
  return (client, name) => {
    // A client is no promise, whatever asks it.
    if (typeof name === "symbol" || name in client || name === "then" || name === "toJSON") {
      return Reflect.get(client, name);
    }
    return method(desk, name, undefined);
  };
}

function accountsOf(
  options: Readonly<{ account?: Account; accounts?: Readonly<Record<string, Account>> }>,
): ReadonlyMap<string, Account> {
  const accounts = new Map(Object.entries(options.accounts ?? {}));
  if (options.account !== undefined) accounts.set(nameOf(options.account), options.account);
  return accounts;
}

function checkOrigin(origin: string): string {
  if (URL.canParse(origin)) return new URL(origin).origin;
  throw new TypeError(`"${origin}" is no origin.`);
}

function atLeast(least: number, name: string, figure: number): number {
  if (figure >= least) return figure;
  throw new RangeError(`${name} must be a number from ${least} up, not ${figure}.`);
}
