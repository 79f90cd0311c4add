/**
 * What is traded at Gate's server side, and how its public answers show it: the shapes of the documentation's
 * examples. https://www.gate.com/docs/developers/apiv4 (copy of 2026-05-27), read 2026-11.
 */
import type { Visit } from "headgate/emulator";

export type Answer = (visit: Visit) => unknown;

export const secondsOf = ({ nowMs }: Visit): number => Math.floor(nowMs / 1_000);

const chain = { name: "BTC", addr: "", withdraw_disabled: false, deposit_disabled: false };

const currencies = ["BTC", "USDT"].map((currency) => ({
  currency,
  name: currency,
  delisted: false,
  withdraw_disabled: false,
  withdraw_delayed: false,
  deposit_disabled: false,
  trade_disabled: false,
  chain: chain.name,
  chains: [chain],
}));

const pair = {
  id: "BTC_USDT",
  base: "BTC",
  base_name: "Bitcoin",
  quote: "USDT",
  quote_name: "Tether",
  fee: "0.2",
  min_base_amount: "0.000001",
  min_quote_amount: "3",
  amount_precision: 6,
  precision: 1,
  trade_status: "tradable",
  sell_start: 0,
  buy_start: 0,
  type: "normal",
};

const ticker = {
  last: "60000",
  lowest_ask: "60001",
  lowest_size: "0.5",
  highest_bid: "60000",
  highest_size: "0.5",
  change_percentage: "1.69",
  base_volume: "12000",
  quote_volume: "720000000",
  high_24h: "60500",
  low_24h: "58900",
};

const contract = {
  name: "BTC_USDT",
  type: "direct",
  quanto_multiplier: "0.0001",
  leverage_min: "1",
  leverage_max: "100",
  mark_price: "60000",
  last_price: "60000",
  maker_fee_rate: "-0.0001",
  taker_fee_rate: "0.0005",
  order_price_round: "0.1",
  order_size_min: 1,
  order_size_max: 1_000_000,
  order_price_deviate: "0.2",
  in_delisting: false,
  status: "trading",
  create_time: 1_546_905_600,
};

const spot: Readonly<Record<string, Answer>> = {
  "GET /api/v4/spot/time": ({ nowMs }) => ({ server_time: nowMs }),
  "GET /api/v4/spot/currencies": () => currencies,
  "GET /api/v4/spot/currency_pairs": () => [pair],
  "GET /api/v4/spot/tickers": () => [{ currency_pair: pair.id, ...ticker }],
  "GET /api/v4/spot/order_book": ({ nowMs }) => ({
    current: nowMs,
    update: nowMs,
    asks: [["60001", "0.5"]],
    bids: [["60000", "0.5"]],
  }),
  "GET /api/v4/spot/trades": (visit) => [
    {
      id: "1",
      create_time: String(secondsOf(visit)),
      create_time_ms: `${visit.nowMs}.0`,
      currency_pair: pair.id,
      side: "buy",
      amount: "0.1",
      price: "60000",
    },
  ],
  "GET /api/v4/spot/candlesticks": (visit) => [
    [String(secondsOf(visit)), "60000", "60005", "60010", "59990", "60000", "1", "true"],
  ],
};

const futures: Readonly<Record<string, Answer>> = {
  "GET /api/v4/futures/{settle}/contracts": ({ params }) =>
    params["settle"] === "usdt" ? [contract] : [],
  "GET /api/v4/futures/{settle}/order_book": (visit) => ({
    current: secondsOf(visit),
    update: secondsOf(visit),
    asks: [{ p: "60001", s: 5 }],
    bids: [{ p: "60000", s: 5 }],
  }),
  "GET /api/v4/futures/{settle}/trades": () => [{ id: 1, price: "60000", size: 1 }],
  "GET /api/v4/futures/{settle}/candlesticks": (visit) => [
    { t: secondsOf(visit), v: 1, c: "60005", h: "60010", l: "59990", o: "60000" },
  ],
  "GET /api/v4/futures/{settle}/tickers": () => [{ contract: contract.name, ...ticker }],
  "GET /api/v4/futures/{settle}/funding_rate": (visit) => [{ t: secondsOf(visit), r: "0.0001" }],
};

/** What other clients ask for when they begin: it has none of these. Their limits are not among those declared. */
export const nothingOf = [
  "GET /api/v4/margin/currency_pairs",
  "GET /api/v4/delivery/{settle}/contracts",
  "GET /api/v4/options/underlyings",
] as const;

export const market: Readonly<Record<string, Answer>> = {
  ...spot,
  ...futures,
  ...Object.fromEntries(nothingOf.map((route) => [route, () => []])),
};
