/** ccxt as a judge: one class for each exchange, and the same calls for all of them. */
import { load, versionOf } from "./clients.ts";
import { order } from "./desk.ts";
import type { Desk, Judge } from "./desk.ts";
import type { Proof } from "../proof.ts";

type Urls = string | Readonly<{ [name: string]: Urls }>;
type Levels = readonly (readonly [price: number, amount: number])[];

/** What is used of an exchange of ccxt. */
type Exchange = {
  urls: { api: Urls };
  loadMarkets(): Promise<Readonly<Record<string, unknown>>>;
  fetchOrderBook(symbol: string, limit: number): Promise<Readonly<{ bids: Levels; asks: Levels }>>;
  fetchTicker(symbol: string): Promise<Readonly<{ last: number }>>;
  fetchTrades(symbol: string): Promise<readonly Readonly<{ price: number }>[]>;
  fetchBalance(params: object): Promise<Readonly<{ free: Readonly<Record<string, number>> }>>;
  createOrder(
    ...order: readonly [symbol: string, type: "limit", side: "buy", amount: number, price: number]
  ): Promise<Readonly<{ id: string }>>;
  fetchOrder(
    id: string,
    symbol: string,
    params: object,
  ): Promise<Readonly<{ status: string; price: number; amount: number }>>;
  cancelOrder(id: string, symbol: string): Promise<unknown>;
};

type ExchangeClass = new (options: Readonly<Record<string, string | boolean>>) => Exchange;

export type CcxtJudge = Readonly<{
  exchange: string;
  symbol: string;
  proof: Proof;
  beside?: readonly Proof[];
  /** Of the call that looks at an order. */
  finding?: object;
  /** Of the call for the balance. */
  holding?: object;
  wrongSecret?: string;
  differs?: Readonly<Record<string, string>>;
}>;

/** What ccxt's manual calls the kinds: what may be tried again is an OperationFailed. */
const meanings = {
  quota: ["RateLimitExceeded", "DDoSProtection"],
  ban: ["DDoSProtection", "RateLimitExceeded"],
  firewall: ["OperationFailed"],
  overload: ["OperationFailed"],
  fault: ["OperationFailed"],
  timestamp: ["InvalidNonce"],
  credentials: ["AuthenticationError"],
  request: ["ExchangeError"],
} as const;

export function ccxt(judge: CcxtJudge): Judge {
  return {
    wrongSecret: "AuthenticationError",
    ...judge,
    client: `ccxt ${versionOf("ccxt")}`,
    named: classesOf,
    means: ({ kind }) => meanings[kind],
    open: async (originOf, { apiKey, secret, passphrase }) => {
      const path = `./node_modules/ccxt/js/src/${judge.exchange}.js`;
      const { default: Class } = await load<Readonly<{ default: ExchangeClass }>>(path);
      // Its own throttle would wait in real time.
      const options = { apiKey, secret, password: passphrase, enableRateLimit: false };
      const exchange = new Class(options);
      exchange.urls.api = redirected(exchange.urls.api, originOf);
      return deskOf(exchange, judge);
    },
  };
}

function deskOf(exchange: Exchange, { symbol, finding = {}, holding = {} }: CcxtJudge): Desk {
  // What is paid with: what follows the colon of a contract, the quote of a pair.
  const [, paid = ""] = /(\w+)$/.exec(symbol) ?? [];
  return {
    load: async () => {
      const markets = await exchange.loadMarkets();
      if (!(symbol in markets)) throw new Error(`There is no ${symbol}.`);
    },
    book: async () => {
      const { bids, asks } = await exchange.fetchOrderBook(symbol, 20);
      return { bid: bids[0]?.[0] ?? NaN, ask: asks[0]?.[0] ?? NaN };
    },
    last: async () => (await exchange.fetchTicker(symbol)).last,
    traded: async () => (await exchange.fetchTrades(symbol))[0]?.price ?? NaN,
    held: async () => (await exchange.fetchBalance(holding)).free[paid] ?? NaN,
    place: async () => {
      const { amount, price } = order;
      return (await exchange.createOrder(symbol, "limit", "buy", amount, price)).id;
    },
    find: async (id) => {
      const { status, price, amount } = await exchange.fetchOrder(id, symbol, finding);
      return { isOpen: status === "open", price, amount };
    },
    cancel: (id) => exchange.cancelOrder(id, symbol),
  };
}

function redirected(urls: Urls, originOf: (url: string) => string): Urls {
  if (typeof urls === "string") return urls.replace(/^https:\/\/[^/]+/, originOf(urls));
  const pairs = Object.entries(urls).map(([name, one]) => [name, redirected(one, originOf)]);
  return Object.fromEntries(pairs);
}

/** The name of its class, and of those that it extends. */
function classesOf(error: unknown): readonly string[] {
  const names: string[] = [];
  let at: unknown = error;
  while (typeof at === "object" && at !== null && at !== Error.prototype) {
    if (Object.hasOwn(at, "constructor")) names.push(at.constructor.name);
    at = Object.getPrototypeOf(at);
  }
  return names;
}
