/**
 * Thousands of calls over real HTTP on a network that fails in every way: nothing hangs, nothing leaks, no
 * order is executed twice, and of no order the client says what is not so.
 */
import {
  NotSentError,
  RefusedError,
  UnknownOutcomeError,
  createClient,
  defineVenue,
} from "headgate";
import type { Client, Resolution } from "headgate";
import { seededRandom } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { Agent } from "undici";
import { account, nameOf, openDesk, unlimited } from "./desk.ts";

export type FaultsResult = Readonly<{
  calls: number;
  /** How often each kind struck. */
  faults: Readonly<Record<string, number>>;
  /** How the calls ended. */
  outcomes: Readonly<Record<string, number>>;
  /** What was found out about the orders whose outcome was unknown. */
  resolutions: Readonly<Record<string, number>>;
  /** Orders that were sent again, after they were certainly not found. */
  resent: number;
  ordersTwice: number;
  /** Orders of which the client said that they were executed, or that they were not, and it was not so. */
  ordersWronglyTold: number;
  permitsUnsettled: number;
  promisesPending: number;
  socketsLeft: number;
  /** Bytes in use after the last call, less those after half of all. */
  heapGrowth: number;
}>;

/** At once on the wire. */
const concurrency = 64;

/** Answers that come at all come within a few ms. */
const timeoutMs = 300;

/**
 * The exchange takes no order whose timestamp is older than that, so one that is not there a second later will
 * not come any more. With less than that a busy machine has orders executed twice.
 */
const recvWindow = 1_000;
const settleMs = recvWindow + 1_000;

type Told = "accepted" | "not executed" | "unknown";

const { newOrder } = binanceSpot.endpoints;

/** The same exchange, for the impatient. */
const venue = defineVenue({
  ...binanceSpot,
  endpoints: {
    ...binanceSpot.endpoints,
    newOrder:
      newOrder.outcome === undefined
        ? newOrder
        : { ...newOrder, outcome: { ...newOrder.outcome, settleMs: () => settleMs } },
  },
});

type Maker = Client<typeof venue>;

/** What was said of orders, by their numbers, and what was found out about them. */
type Said = Readonly<{ told: (Told | undefined)[]; resolutions: Record<string, number> }>;

export async function runFaults(
  options: Readonly<{ calls: number; maxMs: number; seed: number }>,
): Promise<FaultsResult> {
  const desk = await openDesk(seededRandom(options.seed), options.calls);
  const agent = new Agent();
  const client = createClient(venue, {
    accounts: { maker: { ...account, egress: "loopback" } },
    egress: { loopback: agent },
    origin: desk.emulator.origin,
    limits: unlimited,
    timeoutMs,
    // As often as one call may be: there is no bad minute here, but a bad day.
    maxRetries: Infinity,
  }).as("maker");
  const said: Said = {
    told: Array.from({ length: options.calls + 1 }, () => undefined),
    resolutions: {},
  };
  const outcomes: Record<string, number> = {};
  const totals = { calls: 0, pending: 0, warmHeap: 0 };
  const untilMs = performance.now() + options.maxMs;
  const worker = async (): Promise<void> => {
    while (totals.calls < options.calls && performance.now() < untilMs) {
      totals.calls += 1;
      totals.pending += 1;
      if (totals.calls === Math.ceil(options.calls / 2)) totals.warmHeap = heapUsed();
      count(outcomes, await oneCall(client, totals.calls, said));
      totals.pending -= 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const heapGrowth = heapUsed() - totals.warmHeap;
  const permitsUnsettled = client.gate.levels().reduce((sum, { inFlight }) => sum + inFlight, 0);
  await client.close();
  await desk.emulator.close();
  await agent.destroy();
  return {
    calls: totals.calls,
    faults: Object.fromEntries(desk.struck),
    outcomes,
    resolutions: said.resolutions,
    resent: desk.arrived.filter((times) => times > 1).length,
    ordersTwice: desk.accepted.filter((times) => times > 1).length,
    ordersWronglyTold: said.told.filter((what, index) => isWrong(what, desk.accepted[index] !== 0))
      .length,
    permitsUnsettled,
    promisesPending: totals.pending,
    socketsLeft: await socketsLeft(),
    heapGrowth,
  };
}

/**
 * Every other call is an order; of those every other one may be sent again where it is not found, and the
 * others are asked for where their outcome is unknown. Returns how it ended.
 */
async function oneCall(client: Maker, index: number, said: Said): Promise<string> {
  if (index % 2 === 1) {
    const book = client.depth({ symbol: "BTCUSDT", limit: 5 });
    return book.then(() => "answered", kindOf);
  }
  const newClientOrderId = nameOf(index);
  const resend = index % 4 === 0 ? "when-not-found" : "never";
  try {
    await client.newOrder({ ...order, newClientOrderId }, { resend });
    said.told[index] = "accepted";
    return "answered";
  } catch (error) {
    const resolution = error instanceof UnknownOutcomeError ? await error.resolve() : undefined;
    if (resolution !== undefined) count(said.resolutions, resolution.outcome);
    said.told[index] = resolution === undefined ? toldBy(error) : foundBy(resolution);
    return kindOf(error);
  }
}

function foundBy({ outcome }: Resolution): Told {
  if (outcome === "found") return "accepted";
  return outcome === "not-found" ? "not executed" : "unknown";
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : String(error);
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** Filled at once, so that the exchange would take it a second time under the same name. */
const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "MARKET",
  quantity: "0.01",
  recvWindow,
} as const;

function toldBy(error: unknown): Told {
  const proved = error instanceof RefusedError && error.executed === "no";
  return proved || error instanceof NotSentError ? "not executed" : "unknown";
}

function isWrong(told: Told | undefined, executed: boolean): boolean {
  return (told === "accepted" && !executed) || (told === "not executed" && executed);
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Connections of this process that are still there when everything is closed. */
async function socketsLeft(): Promise<number> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;
}
