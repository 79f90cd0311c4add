/** A client of one exchange API: its options, and all that its calls have in common. */
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { Coalescer } from "../gate/coalesce.ts";
import type { GateOptions } from "../gate/gate.ts";
import { LineGate } from "../gate/line-gate.ts";
import { isFar } from "../ledger/ledger.ts";
import { processLedger } from "../ledger/memory-ledger.ts";
import type { Limit } from "../limits/limit.ts";
import type { Account } from "../venue/signing.ts";
import type { Venue } from "../venue/venue.ts";
import { nameOf, register } from "./accounts.ts";
import { Breaker } from "./breaker.ts";
import { Callers } from "./callers.ts";
import type { Client } from "./callers.ts";
import type { Answered } from "./call.ts";
import { carrierOver } from "./carrier.ts";
import { mainEgress } from "./egress.ts";
import type { Egress } from "./egress.ts";
import { doubts, gateLimits } from "./figures.ts";
import { Flights } from "./flights.ts";
import type { Timeouts } from "./flights.ts";
import { overUndici } from "./over-undici.ts";
import type { Desk } from "./prepare.ts";
import { perform } from "./request.ts";
import { RetryBudgets } from "./retry-budget.ts";
import { defaultMaxAnswerBytes } from "./transport.ts";
import type { Transport } from "./transport.ts";
import { Spread } from "./spread.ts";
import { VenueClock } from "./venue-clock.ts";
import { Confirmations } from "./confirmations.ts";
import { WaitingOrders } from "./waiting-orders.ts";
import { weightsOf } from "./weights.ts";

export type ClientOptions<V extends Venue, Name extends string> = Readonly<{
  /** The only account; or all of them by name. */
  account?: Account;
  accounts?: Readonly<Record<Name, Account>>;
  /** Outgoing addresses by name. The name is the key of an address's buckets. */
  egress?: Egress;
  /**
   * Whether public calls go out through any address in `egress`, by the room that each has when they are made.
   * One that is banned has none, and the others take what comes. A call that already waits for the banned address,
   * or that was refused there, ends with its error: nothing hops around a ban. @default false
   */
  spread?: boolean;
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
  /** From the wire to the whole answer, ms; or its stages each. @default 10_000 */
  timeoutMs?: number | Timeouts;
  /** A longer answer is given up. @default 64 MiB */
  maxAnswerBytes?: number;
  /** How often one call may be sent, if each time before it was not executed. @default 3 */
  maxAttempts?: number;
  /** For how long after its start a call may be sent again, ms; `maxWaitMs` holds as well. @default 300_000 */
  maxRetryMs?: number;
  /**
   * How many attempts after failures all calls of one address may take together. Ten accepted calls give one
   * back. @default 50
   */
  maxRetries?: number;
  /**
   * After so many error answers in a row within a minute the calls of one endpoint and one account pause,
   * then one goes to try; `Infinity` for never. @default 20
   */
  maxErrors?: number;
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
  const egress = mainEgress(accounts, options.egress ?? {}, isFar(ledger));
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
  const common = { venue, origin, egress, gate, orders, shared, weights, events, clock, settings };
  const desk: Desk = {
    ...common,
    ...wireOptions(options, clock),
    retries: RetryBudgets.of(ledger, exchange),
    breaker: Breaker.of(ledger, exchange),
    confirmations: new Confirmations(),
    perform: (call, by) => perform(desk, call, by),
  };
  const at = { ledger, exchange, clock, share: settings.share };
  // The last that can fail: what is refused has not taken a name.
  const notices = [...doubts(venue, settings), ...register(accounts, at)];
  // Whoever listens from the start hears them.
  queueMicrotask(() => notices.forEach((notice) => gate.events.sayOnce(notice)));
  const [only] = accounts.size === 1 ? accounts : [];
  const callers = new Callers<V, Name>(desk, accounts);
  return only === undefined ? callers.client(undefined) : callers.as(only[0]);
}

type WireOptions = Pick<
  Desk,
  | "venueClock"
  | "carry"
  | "flights"
  | "dispatchers"
  | "spread"
  | "maxAnswerBytes"
  | "maxAttempts"
  | "maxRetryMs"
  | "maxRetries"
  | "maxErrors"
  | "checkAnswers"
  | "random"
>;

function wireOptions(options: ClientOptions<Venue, string>, clock: Clock): WireOptions {
  const {
    egress = {},
    timeoutMs = 10_000,
    maxAnswerBytes = defaultMaxAnswerBytes,
    maxAttempts = 3,
    maxRetryMs = 300_000,
    maxRetries = 50,
    maxErrors = 20,
    checkAnswers = true,
    random = Math.random,
  } = options;
  return {
    venueClock: new VenueClock(clock),
    carry: options.transport === undefined ? overUndici : carrierOver(options.transport),
    flights: new Flights(clock, timeoutsOf(timeoutMs)),
    dispatchers: egress,
    spread: options.spread === true ? new Spread(Object.keys(egress)) : undefined,
    maxAnswerBytes: atLeast(1, "maxAnswerBytes", maxAnswerBytes),
    maxAttempts: atLeast(1, "maxAttempts", maxAttempts),
    maxRetryMs: atLeast(0, "maxRetryMs", maxRetryMs),
    maxRetries: atLeast(0, "maxRetries", maxRetries),
    maxErrors: atLeast(1, "maxErrors", maxErrors),
    checkAnswers,
    random,
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

function timeoutsOf(timeoutMs: number | Timeouts): Timeouts {
  const timeouts = typeof timeoutMs === "number" ? { totalMs: timeoutMs } : timeoutMs;
  for (const [name, figure] of Object.entries(timeouts)) atLeast(1, `timeoutMs.${name}`, figure);
  return timeouts;
}

function atLeast(least: number, name: string, figure: number): number {
  if (figure >= least) return figure;
  throw new RangeError(`${name} must be a number from ${least} up, not ${figure}.`);
}
