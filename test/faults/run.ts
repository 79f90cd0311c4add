/**
 * Thousands of calls over real HTTP on a network that fails in every way: nothing hangs, nothing leaks, no
 * order is executed twice, and of no order the client says what is not so.
 */
import { NotSentError, RefusedError, UnknownOutcomeError, createClient } from "headgate";
import type { Client } from "headgate";
import { seededRandom } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { Agent } from "undici";
import { account, openDesk, unlimited } from "./desk.ts";

export type FaultsResult = Readonly<{
  calls: number;
  /** How often each kind struck. */
  faults: Readonly<Record<string, number>>;
  /** How the calls ended. */
  outcomes: Readonly<Record<string, number>>;
  ordersTwice: number;
  /** Orders of which the client said that they were executed, or that they were not, and it was not so. */
  ordersWronglyTold: number;
  permitsUnsettled: number;
  promisesPending: number;
  socketsLeft: number;
  /** Bytes in use after the last call, less those after the first thousand. */
  heapGrowth: number;
}>;

/** At once on the wire. */
const concurrency = 64;

/** Answers that come at all come within a few ms. */
const timeoutMs = 300;

/** After so many the caches are warm. */
const warmCalls = 1_000;

type Told = "accepted" | "not executed" | "unknown";

export async function runFaults(
  options: Readonly<{ calls: number; maxMs: number; seed: number }>,
): Promise<FaultsResult> {
  const desk = await openDesk(seededRandom(options.seed));
  const agent = new Agent();
  const client = createClient(binanceSpot, {
    accounts: { maker: { ...account, egress: "loopback" } },
    egress: { loopback: agent },
    origin: desk.emulator.origin,
    limits: unlimited,
    timeoutMs,
  }).as("maker");
  const told = new Map<string, Told>();
  const outcomes: Record<string, number> = {};
  const totals = { calls: 0, pending: 0, warmHeap: 0 };
  const untilMs = performance.now() + options.maxMs;
  const worker = async (): Promise<void> => {
    while (totals.calls < options.calls && performance.now() < untilMs) {
      totals.calls += 1;
      totals.pending += 1;
      if (totals.calls === warmCalls) totals.warmHeap = heapUsed();
      const ended = await oneCall(client, totals.calls, told);
      outcomes[ended] = (outcomes[ended] ?? 0) + 1;
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
    ordersTwice: [...desk.accepted.values()].filter((times) => times > 1).length,
    ordersWronglyTold: [...told].filter(([name, what]) => isWrong(what, desk.accepted.has(name)))
      .length,
    permitsUnsettled,
    promisesPending: totals.pending,
    socketsLeft: await socketsLeft(),
    heapGrowth,
  };
}

/** Every other call is an order; returns how it ended. */
async function oneCall(
  client: Client<typeof binanceSpot>,
  index: number,
  told: Map<string, Told>,
): Promise<string> {
  const name = `order-${index}`;
  const isOrder = index % 2 === 0;
  try {
    if (isOrder) await client.newOrder({ ...order, newClientOrderId: name });
    else await client.depth({ symbol: "BTCUSDT", limit: 5 });
    if (isOrder) told.set(name, "accepted");
    return "answered";
  } catch (error) {
    if (isOrder) told.set(name, toldBy(error));
    return error instanceof Error ? error.name : String(error);
  }
}

const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "1000",
} as const;

function toldBy(error: unknown): Told {
  if (error instanceof UnknownOutcomeError) return "unknown";
  const proved = error instanceof RefusedError && error.executed === "no";
  return proved || error instanceof NotSentError ? "not executed" : "unknown";
}

function isWrong(told: Told, executed: boolean): boolean {
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
