/**
 * What `headgate demo binance-spot` has a bot do: order books of forty symbols and now and then tickers,
 * and two accounts that place orders, cancel them a moment later, and look at their balances.
 *
 * All of it together asks for two to three times what the limit lets through.
 */
import { seededRandom } from "headgate/emulator";
import type { Task, Workload, WorkloadOptions } from "headgate/emulator";
import { demoSymbols, farBelow } from "./demo-symbols.ts";
import { binanceSpot } from "./index.ts";
import { serverSide } from "./server.ts";

/** As much weight per ms as in 1 200 per 5 s; Binance's own limit is 6 000 per minute. */
const weightPerMs = 0.24;

/** Binance's shortest ban lasts 2 minutes, two windows of its own. */
const banWindows = 2;

/** The emulator only compares them. */
const accounts = {
  maker: { apiKey: "maker-key", secret: "maker-secret" },
  taker: { apiKey: "taker-key", secret: "taker-secret" },
} as const;

/** How many orders each account has out at a time. */
const ordersAtOnce = 3;

/** The venue's demo; its main limit is a short one, so that a few windows pass while somebody watches. */
export function workload({ windowMs = 5_000, seed = 1 }: WorkloadOptions = {}): Workload {
  const main = { max: Math.round(weightPerMs * windowMs), windowMs };
  const names = Object.keys(accounts);
  return {
    venue: binanceSpot,
    mainLimit: "requestWeight",
    limits: { requestWeight: main },
    accounts,
    serverSide: () =>
      serverSide({
        limits: { requestWeight: main },
        accounts: Object.fromEntries(
          Object.entries(accounts).map(([name, { apiKey, secret }]) => [apiKey, { name, secret }]),
        ),
        banMs: banWindows * windowMs,
        seed,
        symbols: demoSymbols,
      }),
    tasks: () =>
      tasksOf(seed, [
        ...demoSymbols.map(({ symbol }) => books(symbol, { pauseMs: 500, deepShare: 0.25 })),
        tickers(3_000),
        ...names.flatMap((account) =>
          Array.from({ length: ordersAtOnce }, (_, index) => orders(account, index)),
        ),
        ...names.map((account) => balances(account)),
      ]),
    liveTasks: () =>
      tasksOf(seed, [
        ...demoSymbols
          .slice(0, 10)
          .map(({ symbol }) => books(symbol, { pauseMs: 2_000, deepShare: 0 })),
        tickers(5_000),
      ]),
  };
}

type Random = () => number;

/** Each with randomness of its own, so that it does the same whatever the others do. */
function tasksOf(seed: number, makers: readonly ((random: Random) => Task)[]): readonly Task[] {
  return makers.map((make, index) => make(seededRandom(seed * 1_000 + index)));
}

/** The book of one symbol, again and again: mostly 100 levels, now and then 500. */
function books(
  symbol: string,
  { pauseMs, deepShare }: Readonly<{ pauseMs: number; deepShare: number }>,
): (random: Random) => Task {
  return function* (random) {
    // They do not begin all at once.
    let afterMs = random() * pauseMs;
    for (;;) {
      const limit = random() < deepShare ? 500 : 100;
      yield { afterMs, endpoint: "depth", params: { symbol, limit } };
      afterMs = pauseMs * (1 + random());
    }
  };
}

/** The tickers of half the symbols, which weigh 2, and sometimes of all, which weigh 40. */
function tickers(pauseMs: number): (random: Random) => Task {
  return function* (random) {
    const names = demoSymbols.map(({ symbol }) => symbol);
    for (;;) {
      const symbols = random() < 0.25 ? names : names.slice(0, 20);
      const afterMs = pauseMs * (0.5 + random());
      yield { afterMs, endpoint: "ticker24hr", params: { symbols, type: "MINI" } };
    }
  };
}

/** One order after the other, far from the market, each cancelled a moment later. */
function orders(account: string, index: number): (random: Random) => Task {
  return function* (random) {
    for (let number = 1; ; number += 1) {
      const symbol = demoSymbols[Math.floor(random() * demoSymbols.length)] ?? demoSymbols[0];
      if (symbol === undefined) return;
      const id = `${account}-${index}-${number}`;
      const placed = yield {
        afterMs: 100 + 200 * random(),
        endpoint: "newOrder",
        account,
        // Behind the cancels, and in front of the books.
        priority: "high",
        params: {
          symbol: symbol.symbol,
          side: "BUY",
          type: "LIMIT",
          timeInForce: "GTC",
          ...farBelow(symbol),
          newClientOrderId: id,
          newOrderRespType: "ACK",
        },
      };
      if (!placed) continue;
      yield {
        afterMs: 300 + 400 * random(),
        endpoint: "cancelOrder",
        account,
        measure: "cancel",
        params: { symbol: symbol.symbol, origClientOrderId: id },
      };
    }
  };
}

/** A look at the account now and then. */
function balances(account: string): (random: Random) => Task {
  return function* (random) {
    for (;;) {
      const afterMs = 3_000 + 3_000 * random();
      yield { afterMs, endpoint: "account", account, params: { omitZeroBalances: true } };
    }
  };
}
