/** Forty pairs that Binance trades, for the demo. Their prices are made up, and so are their steps. */
import type { ServerSymbol } from "./server-symbols.ts";

/** Base assets and the price that each begins at, in USDT. */
const prices: Readonly<Record<string, number>> = {
  BTC: 65_000,
  ETH: 3_200,
  BNB: 600,
  SOL: 150,
  XRP: 0.6,
  DOGE: 0.15,
  ADA: 0.5,
  TRX: 0.12,
  AVAX: 35,
  LINK: 15,
  DOT: 7,
  LTC: 80,
  BCH: 400,
  NEAR: 6,
  UNI: 9,
  ICP: 12,
  ETC: 28,
  APT: 9,
  XLM: 0.11,
  FIL: 6,
  ATOM: 9,
  HBAR: 0.09,
  ARB: 1.1,
  OP: 2.4,
  INJ: 25,
  VET: 0.03,
  GRT: 0.25,
  AAVE: 95,
  ALGO: 0.18,
  EGLD: 40,
  SAND: 0.45,
  MANA: 0.45,
  AXS: 7,
  THETA: 2,
  XTZ: 0.95,
  CHZ: 0.11,
  CRV: 0.4,
  COMP: 55,
  ZEC: 25,
  DASH: 30,
};

/** In USDT, of every pair. */
const minNotional = 5;

export const demoSymbols: readonly ServerSymbol[] = Object.entries(prices).map(
  ([baseAsset, price]) => {
    const digits = Math.floor(Math.log10(price));
    return {
      symbol: `${baseAsset}USDT`,
      baseAsset,
      quoteAsset: "USDT",
      price,
      // Five digits of the price, and a quantity as fine as its price is high.
      tickSize: Number(`1e${digits - 4}`),
      stepSize: Number(`1e${-Math.max(0, digits + 1)}`),
      minNotional,
    };
  },
);

/** An order's price well below the market and its quantity, as decimals that fit the symbol's steps. */
export function farBelow(symbol: ServerSymbol): Readonly<{ price: string; quantity: string }> {
  const { price, tickSize, stepSize } = symbol;
  const far = Math.round((0.8 * price) / tickSize) * tickSize;
  const quantity = Math.ceil((2 * minNotional) / far / stepSize) * stepSize;
  return { price: decimal(far), quantity: decimal(quantity) };
}

function decimal(value: number): string {
  return value.toFixed(8);
}
