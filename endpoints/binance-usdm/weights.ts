/** How the futures' declarations write what a call weighs, and endpoints that a bot calls rarely. */
import { z } from "zod";

/** What Binance documents goes through unchecked. */
export const anything = { params: z.looseObject({}), answer: z.unknown() };

export function weighs(requestWeight: number) {
  return { weight: { requestWeight } };
}

/** Less for one symbol than for all. */
export function bySymbol(one: number, all: number) {
  const requestWeight = ({ symbol }: Readonly<{ symbol?: unknown }>): number =>
    symbol === undefined ? all : one;
  return { weight: { requestWeight } };
}

/** What an order takes; `requestWeight` is what it weighs beside. Whether it is accepted makes no difference. */
export function placing(requestWeight: number) {
  return { weight: { requestWeight, orders10s: 1, orders1m: 1 } };
}

/** Of up to five orders, however many they are. */
export const batch = { weight: { requestWeight: 5, orders10s: 5, orders1m: 1 } };

export const key = { auth: "key" } as const;
export const signed = { auth: "signed" } as const;
