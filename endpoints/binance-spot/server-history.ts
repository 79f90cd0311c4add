/** What was traded: single trades, and candles. Like the market itself a pure function of the time. */
import { fixed } from "./server-answers.ts";
import { roundTo, tradeMs, turnoverPerMs } from "./server-market.ts";
import type { Market } from "./server-market.ts";
import type { ServerSymbol } from "./server-symbols.ts";

type Trade = Readonly<{
  id: number;
  price: string;
  qty: string;
  quoteQty: string;
  time: number;
  isBuyerMaker: boolean;
  isBestMatch: boolean;
}>;

/** Trades from an id on, or the latest; there is one every 40 ms, and its id tells when. */
export function tradesOf(
  market: Market,
  symbol: ServerSymbol,
  asked: Readonly<{ fromId: number | undefined; limit: number; nowMs: number }>,
): readonly Trade[] {
  const { limit, nowMs } = asked;
  const lastId = Math.floor(nowMs / tradeMs);
  const firstId = Math.max(0, asked.fromId ?? lastId - limit + 1);
  const count = Math.max(0, Math.min(limit, lastId - firstId + 1));
  return Array.from({ length: count }, (_, index) => {
    const id = firstId + index;
    const time = id * tradeMs;
    const price = market.price(symbol, time);
    const quantity = market.quantity(symbol, id, time);
    return {
      id,
      price: fixed(price),
      qty: fixed(quantity),
      quoteQty: fixed(price * quantity),
      time,
      // Where the price has fallen somebody has sold to the best bid.
      isBuyerMaker: price < market.price(symbol, time - tradeMs),
      isBestMatch: true,
    };
  });
}

/** The same trades, each as an aggregate of its own. */
export function aggTradesOf(trades: readonly Trade[]): readonly unknown[] {
  return trades.map(({ id, price, qty, time, isBuyerMaker, isBestMatch }) => {
    return { a: id, p: price, q: qty, f: id, l: id, T: time, m: isBuyerMaker, M: isBestMatch };
  });
}

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const intervals = new Set("1s 1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w".split(" "));

/** Weeks begin on Mondays, and 1970 began on a Thursday. */
const mondayMs = 345_600_000;

/** Candles of UTC, or `undefined` where there is no such interval; months are not emulated. */
export function klinesOf(
  market: Market,
  symbol: ServerSymbol,
  asked: Readonly<{
    interval: string;
    startTime: number | undefined;
    endTime: number | undefined;
    limit: number;
    nowMs: number;
  }>,
): readonly unknown[] | undefined {
  const { interval, startTime, limit, nowMs } = asked;
  const unit = unitMs[interval.slice(-1)];
  if (!intervals.has(interval) || unit === undefined) return undefined;
  const lengthMs = Number(interval.slice(0, -1)) * unit;
  const phaseMs = interval === "1w" ? mondayMs : 0;
  const lastMs = Math.min(asked.endTime ?? nowMs, nowMs);
  const last = Math.floor((lastMs - phaseMs) / lengthMs);
  const first =
    startTime === undefined ? last - limit + 1 : Math.ceil((startTime - phaseMs) / lengthMs);
  const count = Math.max(0, Math.min(limit, last - first + 1));
  return Array.from({ length: count }, (_, index) =>
    kline(market, symbol, { openMs: phaseMs + (first + index) * lengthMs, lengthMs, nowMs }),
  );
}

function kline(
  market: Market,
  symbol: ServerSymbol,
  at: Readonly<{ openMs: number; lengthMs: number; nowMs: number }>,
): readonly unknown[] {
  const { openMs, lengthMs, nowMs } = at;
  const closeMs = openMs + lengthMs - 1;
  const untilMs = Math.min(closeMs, nowMs);
  const prices = Array.from({ length: 9 }, (_, index) =>
    market.price(symbol, openMs + (index * (untilMs - openMs)) / 8),
  );
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  const volume = roundTo((turnoverPerMs(symbol) * (untilMs - openMs)) / mean, symbol.stepSize);
  return [
    openMs,
    fixed(prices[0] ?? 0),
    fixed(Math.max(...prices)),
    fixed(Math.min(...prices)),
    fixed(prices.at(-1) ?? 0),
    fixed(volume),
    closeMs,
    fixed(volume * mean),
    Math.floor(untilMs / tradeMs) - Math.ceil(openMs / tradeMs) + 1,
    fixed(volume / 2),
    fixed((volume * mean) / 2),
    "0",
  ];
}
