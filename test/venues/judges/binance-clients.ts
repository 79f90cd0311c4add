/** Two clients of Binance Spot as judges: `binance`, and Binance's own `@binance/spot`. */
import { load, versionOf } from "./clients.ts";
import { order } from "./desk.ts";
import type { Desk, Judge } from "./desk.ts";
import { codeIn, codeOf, num } from "./codes.ts";
import { proof } from "../binance-spot.ts";

type Params = Readonly<Record<string, string | number>>;
type Order = Readonly<{ orderId: number; status: string; price: string; origQty: string }>;
type Book = Readonly<{
  bids: readonly (readonly string[])[];
  asks: readonly (readonly string[])[];
}>;
type Balances = Readonly<{ balances: readonly Readonly<{ asset: string; free: string }>[] }>;
type Trades = readonly Readonly<{ price: string }>[];
type Rules = Readonly<{ symbols: readonly Readonly<{ symbol: string }>[] }>;
type Ticker = Readonly<{ lastPrice: string }>;

/** What both are asked; each has names of its own. */
type Calls = Readonly<{
  exchangeInfo: () => Promise<Rules>;
  depth: (params: Params) => Promise<Book>;
  ticker: (params: Params) => Promise<Ticker>;
  trades: (params: Params) => Promise<Trades>;
  account: () => Promise<Balances>;
  newOrder: (params: Params) => Promise<Order>;
  getOrder: (params: Params) => Promise<Order>;
  deleteOrder: (params: Params) => Promise<Order>;
}>;

const symbol = "BTCUSDT";

function deskOf(calls: Calls): Desk {
  const { price, amount } = order;
  return {
    load: async () => {
      const { symbols } = await calls.exchangeInfo();
      if (!symbols.some((one) => one.symbol === symbol)) throw new Error(`There is no ${symbol}.`);
    },
    book: async () => {
      const { bids, asks } = await calls.depth({ symbol, limit: 5 });
      return { bid: num(bids[0]?.[0]), ask: num(asks[0]?.[0]) };
    },
    last: async () => num((await calls.ticker({ symbol })).lastPrice),
    traded: async () => num((await calls.trades({ symbol }))[0]?.price),
    held: async () => {
      const { balances } = await calls.account();
      return num(balances.find(({ asset }) => asset === "USDT")?.free);
    },
    place: async () => {
      const kind = { side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
      return String((await calls.newOrder({ symbol, ...kind, quantity: amount, price })).orderId);
    },
    find: async (id) => {
      const found = await calls.getOrder({ symbol, orderId: Number(id) });
      const { status, price: at, origQty } = found;
      return { isOpen: status === "NEW", price: num(at), amount: num(origQty) };
    },
    cancel: (id) => calls.deleteOrder({ symbol, orderId: Number(id) }),
  };
}

type MainClient = Readonly<{
  getExchangeInfo: Calls["exchangeInfo"];
  getOrderBook: Calls["depth"];
  get24hrChangeStatistics: Calls["ticker"];
  getRecentTrades: Calls["trades"];
  getAccountInformation: Calls["account"];
  submitNewOrder: Calls["newOrder"];
  getOrder: Calls["getOrder"];
  cancelOrder: Calls["deleteOrder"];
}>;
type Binance = Readonly<{
  MainClient: new (options: Readonly<Record<string, string>>) => MainClient;
}>;

export const binance = (): Judge => ({
  client: `binance ${versionOf("binance")}`,
  proof,
  named: codeIn,
  means: (_, answer) => codeOf(answer),
  wrongSecret: "-1022",
  open: async (originOf, { apiKey, secret }) => {
    const { MainClient } = await load<Binance>("binance");
    const baseUrl = originOf("https://api.binance.com/api");
    const client = new MainClient({ api_key: apiKey, api_secret: secret, baseUrl });
    return deskOf({
      exchangeInfo: () => client.getExchangeInfo(),
      depth: (params) => client.getOrderBook(params),
      ticker: (params) => client.get24hrChangeStatistics(params),
      trades: (params) => client.getRecentTrades(params),
      account: () => client.getAccountInformation(),
      newOrder: (params) => client.submitNewOrder(params),
      getOrder: (params) => client.getOrder(params),
      deleteOrder: (params) => client.cancelOrder(params),
    });
  },
});

type Answered<Body> = Promise<Readonly<{ data(): Promise<Body> }>>;
type RestApi = Readonly<{
  exchangeInfo(): Answered<Rules>;
  depth(params: Params): Answered<Book>;
  ticker24hr(params: Params): Answered<Ticker>;
  getTrades(params: Params): Answered<Trades>;
  getAccount(): Answered<Balances>;
  newOrder(params: Params): Answered<Order>;
  getOrder(params: Params): Answered<Order>;
  deleteOrder(params: Params): Answered<Order>;
}>;
type Spot = Readonly<{
  Spot: new (
    options: Readonly<{ configurationRestAPI: Readonly<Record<string, string | number>> }>,
  ) => Readonly<{ restAPI: RestApi }>;
}>;

/** How it names statuses. */
const classes: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "UnauthorizedError",
  403: "ForbiddenError",
  418: "RateLimitBanError",
  429: "TooManyRequestsError",
};

export const binanceSpot = (): Judge => ({
  client: `@binance/spot ${versionOf("@binance/spot")}`,
  proof,
  named: (error) => (error instanceof Error ? [error.name] : []),
  means: (_, { status }) => [
    classes[status] ?? (status < 500 ? "ConnectorClientError" : "ServerError"),
  ],
  wrongSecret: "BadRequestError",
  open: async (originOf, { apiKey, secret }) => {
    const { Spot } = await load<Spot>("@binance/spot");
    const basePath = originOf("https://api.binance.com/api");
    // It would try again, after a second.
    const options = { apiKey, apiSecret: secret, basePath, retries: 0 };
    const { restAPI } = new Spot({ configurationRestAPI: options });
    return deskOf({
      exchangeInfo: async () => (await restAPI.exchangeInfo()).data(),
      depth: async (params) => (await restAPI.depth(params)).data(),
      ticker: async (params) => (await restAPI.ticker24hr(params)).data(),
      trades: async (params) => (await restAPI.getTrades(params)).data(),
      account: async () => (await restAPI.getAccount()).data(),
      newOrder: async (params) => (await restAPI.newOrder(params)).data(),
      getOrder: async (params) => (await restAPI.getOrder(params)).data(),
      deleteOrder: async (params) => (await restAPI.deleteOrder(params)).data(),
    });
  },
});
