/**
 * A market that moves: prices, books and tickers as pure functions of the seed and the time. The same
 * instant always shows the same market, in any order of asking, so nothing has to be kept.
 */
import { fixed } from "./server-answers.ts";
import type { ServerSymbol } from "./server-symbols.ts";

/** The market of one server side. */
export type Market = Readonly<{
  /** Last traded price, a multiple of the symbol's tick. */
  price(symbol: ServerSymbol, nowMs: number): number;
  /** Best bid and ask, one tick apart. */
  best(symbol: ServerSymbol, nowMs: number): Readonly<{ bid: number; ask: number }>;
  /** The answer of `depth`. */
  book(symbol: ServerSymbol, limit: number, nowMs: number): unknown;
  /** Of a level of the book, or of a trade: a multiple of the symbol's step. */
  quantity(symbol: ServerSymbol, level: number, nowMs: number): number;
  /** The answer of `ticker/24hr` for one symbol. */
  ticker(symbol: ServerSymbol, nowMs: number): Readonly<Record<string, string | number>>;
}>;

const dayMs = 86_400_000;

/** How far a price wanders in a second, relative to itself: about 50 % in a year. */
const perRootSecond = 9e-5;

/** One trade each so often. */
export const tradeMs = 40;

/** How often books and quantities change. */
const bookMs = 100;

/** Makes the market of a seed. */
export function marketOf(seed: number): Market {
  const seeds = new Map<string, number>();
  const seedOf = ({ symbol }: ServerSymbol): number => {
    const known = seeds.get(symbol) ?? seed ^ hashText(symbol);
    seeds.set(symbol, known);
    return known;
  };
  const price: Market["price"] = (symbol, nowMs) => {
    const wander = walk(seedOf(symbol), nowMs);
    return roundTo(symbol.price * Math.exp(wander), symbol.tickSize);
  };
  const best: Market["best"] = (symbol, nowMs) => {
    const bid = Math.max(price(symbol, nowMs), symbol.tickSize);
    return { bid, ask: bid + symbol.tickSize };
  };
  const quantity: Market["quantity"] = (symbol, level, nowMs) => {
    const share = hash(seedOf(symbol), level, Math.floor(nowMs / bookMs));
    return roundTo(
      symbol.stepSize + share ** 3 * ((4_000 * symbol.minNotional) / symbol.price),
      symbol.stepSize,
    );
  };
  const side = (symbol: ServerSymbol, limit: number, nowMs: number, step: 1 | -1): string[][] => {
    const { bid, ask } = best(symbol, nowMs);
    const levels: string[][] = [];
    let tick = Math.round((step === 1 ? ask : bid) / symbol.tickSize);
    // A cheap symbol has no more bids than it has ticks above 0.
    while (levels.length < limit && tick > 0) {
      levels.push([fixed(tick * symbol.tickSize), fixed(quantity(symbol, tick, nowMs))]);
      tick += step * (1 + Math.floor(hash(seed, tick, 0) ** 4 * 4));
    }
    return levels;
  };
  return {
    price,
    best,
    quantity,
    book: (symbol, limit, nowMs) => ({
      lastUpdateId: Math.floor(nowMs / bookMs),
      bids: side(symbol, limit, nowMs, -1),
      asks: side(symbol, limit, nowMs, 1),
    }),
    ticker(symbol, nowMs) {
      const { bid, ask } = best(symbol, nowMs);
      const statistics = statisticsOf(symbol, (atMs) => price(symbol, atMs), nowMs);
      return {
        symbol: symbol.symbol,
        ...statistics,
        lastQty: fixed(quantity(symbol, 0, nowMs)),
        bidPrice: fixed(bid),
        bidQty: fixed(quantity(symbol, Math.round(bid / symbol.tickSize), nowMs)),
        askPrice: fixed(ask),
        askQty: fixed(quantity(symbol, Math.round(ask / symbol.tickSize), nowMs)),
      };
    },
  };
}

/** The last 24 hours, sampled every half hour. */
function statisticsOf(
  symbol: ServerSymbol,
  priceAt: (atMs: number) => number,
  nowMs: number,
): Readonly<Record<string, string | number>> {
  const prices = Array.from({ length: 49 }, (_, index) =>
    priceAt(nowMs - dayMs + (index * dayMs) / 48),
  );
  const [open, last] = [priceAt(nowMs - dayMs), priceAt(nowMs)];
  const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
  const turnover = dayMs * turnoverPerMs(symbol) * (0.8 + 0.4 * noise(1, nowMs / dayMs));
  const volume = roundTo(turnover / mean, symbol.stepSize);
  const [firstId, lastId] = [Math.floor((nowMs - dayMs) / tradeMs), Math.floor(nowMs / tradeMs)];
  return {
    priceChange: fixed(last - open),
    priceChangePercent: ((100 * (last - open)) / open).toFixed(3),
    weightedAvgPrice: fixed(mean),
    prevClosePrice: fixed(open),
    lastPrice: fixed(last),
    openPrice: fixed(open),
    highPrice: fixed(Math.max(...prices)),
    lowPrice: fixed(Math.min(...prices)),
    volume: fixed(volume),
    quoteVolume: fixed(volume * mean),
    openTime: nowMs - dayMs,
    closeTime: nowMs,
    firstId,
    lastId,
    count: lastId - firstId + 1,
  };
}

/** How much is traded, in the quote asset. */
export function turnoverPerMs(symbol: ServerSymbol): number {
  return (2e8 * symbol.minNotional) / dayMs;
}

/** The nearest multiple of `step`. */
export function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}

/**
 * A random walk that can be asked for any instant: smooth noise of ever longer periods, each as high as a
 * walk gets in its period.
 */
function walk(seed: number, nowMs: number): number {
  let sum = 0;
  for (let periodMs = 1_000, octave = 0; periodMs < 3 * dayMs; periodMs *= 4, octave++) {
    const height = perRootSecond * Math.sqrt(periodMs / 1_000);
    sum += height * (2 * noise(seed + octave, nowMs / periodMs) - 1);
  }
  return sum;
}

/** From 0 to 1, smooth in `at`. */
function noise(seed: number, at: number): number {
  const left = Math.floor(at);
  const [from, to] = [hash(seed, left, 1), hash(seed, left + 1, 1)];
  const part = at - left;
  return from + (to - from) * part * part * (3 - 2 * part);
}

/** From 0 to below 1 (the finalizer of MurmurHash3, twice). */
function hash(seed: number, first: number, second: number): number {
  return (
    mix(mix(seed ^ Math.imul(first | 0, 0x9e_37_79_b1)) ^ Math.imul(second | 0, 0x85_eb_ca_6b)) /
    2 ** 32
  );
}

function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hashText(text: string): number {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, letter) => mix(sum ^ letter),
    0x25_45_f4_91,
  );
}
