/**
 * A market that moves: prices as a pure function of the seed, the code and the time, so that the same instant
 * always shows the same market and nothing has to be kept. Every code has one.
 */

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Of each kind of kline, by its number. A month has 30 days here. */
const klineMs: Readonly<Record<number, number>> = {
  1: minuteMs,
  2: 5 * minuteMs,
  3: 15 * minuteMs,
  4: 30 * minuteMs,
  5: 60 * minuteMs,
  6: 120 * minuteMs,
  7: 240 * minuteMs,
  8: dayMs,
  9: 7 * dayMs,
  10: 30 * dayMs,
};

/** Where some well-known prices are; all others begin anywhere. */
const known: Readonly<Record<string, number>> = {
  BTCUSDT: 65_000,
  ETHUSDT: 3_200,
  EURUSD: 1.08,
  USDJPY: 150,
  GOLD: 2_300,
  "700.HK": 400,
  "AAPL.US": 190,
};

/** A price wanders in waves of these periods, each as high as a random walk gets in that time. */
const wavesMs = [10_000, 70_000, 600_000, 3_700_000, 31_000_000, 260_000_000, 3_500_000_000];

/** How far it wanders in a second, relative to itself. */
const perRootSecond = 9e-5;

/** One trade each so often. */
const tradeMs = 40;

/** A book changes so often. */
const bookMs = 100;

/** Which klines. `atMs` is the present, `untilMs` the end of what is asked for. */
export type Asked = Readonly<{ type: number; count: number; untilMs: number }>;

/** The market of a seed. */
export class Market {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The oldest first; the last one is the one that `untilMs` lies in. */
  klines(code: string, { type, count, untilMs }: Asked): readonly unknown[] {
    const lengthMs = klineMs[type] ?? minuteMs;
    const lastMs = Math.floor(untilMs / lengthMs) * lengthMs;
    return Array.from({ length: count }, (_, index) =>
      this.#kline(code, { startMs: lastMs - (count - 1 - index) * lengthMs, lengthMs, untilMs }),
    );
  }

  /** The latest trade. */
  trade(code: string, nowMs: number): unknown {
    const atMs = Math.floor(nowMs / tradeMs) * tradeMs;
    const price = this.#price(code, atMs);
    const volume = 1 + Math.floor(1_000 * this.#chance(code, atMs));
    return {
      code,
      seq: String(atMs / tradeMs),
      tick_time: String(atMs),
      price: this.#written(code, price),
      volume: String(volume),
      turnover: (price * volume).toFixed(2),
      trade_direction: 1 + Math.floor(2 * this.#chance(code, atMs + 1)),
    };
  }

  /** The book, as deep as AllTick shows it for that kind of code. */
  book(code: string, nowMs: number): unknown {
    const atMs = Math.floor(nowMs / bookMs) * bookMs;
    const price = this.#price(code, atMs);
    const tick = 10 ** -this.#decimals(code);
    const side = (sign: 1 | -1): readonly unknown[] =>
      Array.from({ length: levelsOf(code) }, (_, level) => ({
        price: this.#written(code, price + sign * (level + 1) * tick),
        volume: (1 + 1e5 * this.#chance(code, atMs + sign * (level + 1))).toFixed(2),
      }));
    const seq = String(atMs / bookMs);
    return { code, seq, tick_time: String(atMs), bids: side(-1), asks: side(1) };
  }

  #kline(
    code: string,
    {
      startMs,
      lengthMs,
      untilMs,
    }: Readonly<{ startMs: number; lengthMs: number; untilMs: number }>,
  ): unknown {
    const endMs = Math.min(startMs + lengthMs, untilMs);
    const prices = Array.from({ length: 9 }, (_, step) =>
      this.#price(code, startMs + (step / 8) * (endMs - startMs)),
    );
    const volume = Math.floor((endMs - startMs) * this.#chance(code, startMs));
    const written = (price: number | undefined): string => this.#written(code, price ?? 0);
    return {
      timestamp: String(startMs / 1_000),
      open_price: written(prices[0]),
      close_price: written(prices.at(-1)),
      high_price: written(Math.max(...prices)),
      low_price: written(Math.min(...prices)),
      volume: String(volume),
      turnover: (volume * (prices[0] ?? 0)).toFixed(2),
    };
  }

  #price(code: string, atMs: number): number {
    const phase = this.#chance(code, 0);
    const wander = wavesMs.map(
      (periodMs, wave) =>
        perRootSecond *
        Math.sqrt(periodMs / 1_000) *
        Math.sin(2 * Math.PI * (atMs / periodMs + phase * (wave + 1))),
    );
    return this.#base(code) * Math.exp(wander.reduce((sum, height) => sum + height, 0));
  }

  #base(code: string): number {
    return known[code] ?? 500 ** this.#chance(code, 1);
  }

  /** Five digits of the price, and never fewer than two behind the point. */
  #decimals(code: string): number {
    return Math.max(2, 4 - Math.floor(Math.log10(this.#base(code))));
  }

  #written(code: string, price: number): string {
    return price.toFixed(this.#decimals(code));
  }

  /** From 0 to below 1, always the same for a code and a number. */
  #chance(code: string, number: number): number {
    const letters = Array.from(`${number} ${code}`, (letter) => letter.codePointAt(0) ?? 0);
    const mixed = letters.reduce(
      (sum, letter) => Math.imul(sum ^ letter, 0x01_00_01_93) >>> 0,
      (0x81_1c_9d_c5 ^ this.#seed) >>> 0,
    );
    return (Math.imul(mixed ^ (mixed >>> 15), 0x85_eb_ca_6b) >>> 0) / 2 ** 32;
  }
}

/** Ten in Hong Kong, one in the US, five elsewhere. */
function levelsOf(code: string): number {
  if (code.endsWith(".HK")) return 10;
  return code.endsWith(".US") ? 1 : 5;
}
