/**
 * A book over real HTTP, sixteen calls at a time: how much of the throughput of a bare `undici.request` and
 * `JSON.parse` is left.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { binanceSpot } from "../../endpoints/binance-spot/index.ts";
import { MemoryLedger, createClient } from "../../src/index.ts";
import { inTurns, ratiosTo } from "./measure.ts";
import type { Rounds, Side } from "./measure.ts";
import type { Peers } from "./peers.ts";
import { rowOf } from "./row.ts";
import type { Row } from "./row.ts";

const atOnce = 16;
const rounds: Rounds = { rounds: 21, roundMs: 120 };

/** So many calls of each side before any is timed: a call is a long way through code, all of it to be compiled. */
const warmUpCalls = 6_000;
const book = { symbol: "BTCUSDT", limit: 100 } as const;

/** Never in the way, and accounted for like any other. */
const limits = { requestWeight: { max: 1e9 }, rawRequests: { max: 1e9 } };

export async function http(peers: Peers | undefined): Promise<readonly Row[]> {
  const server = await startServer();
  try {
    const { origin } = server;
    const raw = await warmInTurns([
      bare(origin),
      ours(origin, false),
      ...(peers ? othersOf(peers, origin) : []),
    ]);
    const parsed = await warmInTurns([bareParsed(origin), ours(origin, true)]);
    return [
      rowOf(
        {
          name: "httpRatioRaw",
          what: "100-level book with schemas off, 16 at once, against undici.request and JSON.parse",
          unit: "ratio",
          goal: { atLeast: 0.85 },
        },
        withoutBare(ratiosTo("bare", raw)),
      ),
      rowOf(
        {
          name: "httpRatioParsed",
          what: "the same with schemas on, against undici.request and the same schema's parse",
          unit: "ratio",
          goal: { atLeast: 0.9 },
        },
        withoutBare(ratiosTo("bare", parsed)),
      ),
    ];
  } finally {
    server.stop();
  }
}

async function warmInTurns(sides: readonly Side[]): ReturnType<typeof inTurns> {
  for (const side of sides) await side.run(warmUpCalls);
  return inTurns(sides, rounds);
}

function withoutBare({
  bare: _bare,
  ...ratios
}: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return ratios;
}

async function startServer(): Promise<Readonly<{ origin: string; stop: () => void }>> {
  const child = fork(fileURLToPath(new URL("book-server.js", import.meta.url)), {
    // What this process is run with is not for the server.
    execArgv: [],
  });
  const port = await new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("The server of the HTTP rows ended.")));
  });
  return { origin: `http://127.0.0.1:${String(port)}`, stop: () => child.kill() };
}

/** `count` calls, never more than sixteen of them at a time. */
function calling(name: string, one: () => Promise<unknown>): Side {
  return {
    name,
    run: async (count) => {
      let left = count;
      const caller = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          await one();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, caller));
    },
  };
}

/** Connections like the client's own: as many as it takes, one request at a time on each, kept alive. */
const dispatcher = new Agent();

function bare(origin: string): Side {
  const url = `${origin}/api/v3/depth?symbol=BTCUSDT&limit=100`;
  return calling("bare", async () => {
    const { body } = await request(url, { dispatcher });
    return JSON.parse(await body.text());
  });
}

function bareParsed(origin: string): Side {
  const url = `${origin}/api/v3/depth?symbol=BTCUSDT&limit=100`;
  const { answer } = binanceSpot.endpoints.depth;
  return calling("bare", async () => {
    const { body } = await request(url, { dispatcher });
    return answer.parse(JSON.parse(await body.text()));
  });
}

function ours(origin: string, checkAnswers: boolean): Side {
  const client = createClient(binanceSpot, {
    origin,
    checkAnswers,
    limits,
    ledger: new MemoryLedger(),
  });
  return calling("headgate", () => client.depth(book));
}

function othersOf(peers: Peers, origin: string): readonly Side[] {
  const url = `${origin}/api/v3/depth?symbol=BTCUSDT&limit=100`;
  const ccxt = new peers.ccxt.default.binance({ enableRateLimit: false });
  ccxt.urls.api["public"] = `${origin}/api/v3`;
  const binance = new peers.binance.MainClient({ baseUrl: origin, keepAlive: true });
  const spot = new peers.binanceSpot.Spot({
    configurationRestAPI: { apiKey: "", basePath: origin, keepAlive: true },
  });
  return [
    calling("ccxt", () => ccxt.publicGetDepth(book)),
    calling("binance", () => binance.getOrderBook(book)),
    calling("@binance/spot", async () => (await spot.restAPI.depth(book)).data()),
    calling("fetch", async () => (await fetch(url)).json()),
  ];
}
