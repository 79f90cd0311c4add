/** `bybit-api` and `okx-api` as judges: both hand the exchange's bodies on as they are. */
import { codeIn, codeOf, num } from "./codes.ts";
import { load, versionOf } from "./clients.ts";
import { order } from "./desk.ts";
import type { Desk, Judge } from "./desk.ts";
import { proof as bybitProof } from "../bybit.ts";
import { proof as okxProof } from "../okx.ts";

type Params = Readonly<Record<string, string | number>>;
type Entry = Readonly<Record<string, string | undefined>>;
type Levels = readonly (readonly string[])[];

type Bodies<Body> = Promise<Readonly<{ result: Body }>>;
type List = Bodies<Readonly<{ list: readonly Entry[] }>>;

type RestClientV5 = Readonly<{
  getInstrumentsInfo(params: Params): List;
  getOrderbook(params: Params): Bodies<Readonly<{ b: Levels; a: Levels }>>;
  getTickers(params: Params): List;
  getPublicTradingHistory(params: Params): List;
  getWalletBalance(
    params: Params,
  ): Bodies<Readonly<{ list: readonly Readonly<{ coin: readonly Entry[] }>[] }>>;
  submitOrder(params: Params): Bodies<Entry>;
  getActiveOrders(params: Params): List;
  cancelOrder(params: Params): Bodies<Entry>;
}>;
type Bybit = Readonly<{
  RestClientV5: new (options: Readonly<Record<string, string | boolean>>) => RestClientV5;
}>;

const onBybit = { category: "spot", symbol: "BTCUSDT" } as const;

function bybitDesk(client: RestClientV5): Desk {
  const { price, amount } = order;
  return {
    load: async () => {
      const { list } = (await client.getInstrumentsInfo(onBybit)).result;
      if (list[0]?.["symbol"] !== onBybit.symbol) throw new Error(`There is no ${onBybit.symbol}.`);
    },
    book: async () => {
      const { b, a } = (await client.getOrderbook({ ...onBybit, limit: 5 })).result;
      return { bid: num(b[0]?.[0]), ask: num(a[0]?.[0]) };
    },
    last: async () => num((await client.getTickers(onBybit)).result.list[0]?.["lastPrice"]),
    traded: async () => {
      return num((await client.getPublicTradingHistory(onBybit)).result.list[0]?.["price"]);
    },
    held: async () => {
      const { list } = (await client.getWalletBalance({ accountType: "UNIFIED" })).result;
      return num(list[0]?.coin.find(({ coin }) => coin === "USDT")?.["walletBalance"]);
    },
    place: async () => {
      const kind = { side: "Buy", orderType: "Limit", timeInForce: "GTC" } as const;
      const figures = { qty: String(amount), price: String(price) };
      const { result } = await client.submitOrder({ ...onBybit, ...kind, ...figures });
      return result["orderId"] ?? "";
    },
    find: async (orderId) => {
      const asked = { ...onBybit, orderId, openOnly: 1 };
      const found = (await client.getActiveOrders(asked)).result.list[0] ?? {};
      const isOpen = found["orderStatus"] === "New";
      return { isOpen, price: num(found["price"]), amount: num(found["qty"]) };
    },
    cancel: (orderId) => client.cancelOrder({ ...onBybit, orderId }),
  };
}

export const bybitApi = (): Judge => ({
  client: `bybit-api ${versionOf("bybit-api")}`,
  proof: bybitProof,
  named: codeIn,
  means: (_, answer) => codeOf(answer),
  wrongSecret: "10004",
  open: async (originOf, { apiKey, secret }) => {
    const { RestClientV5 } = await load<Bybit>("bybit-api");
    const baseUrl = originOf("https://api.bybit.com/v5");
    return bybitDesk(new RestClientV5({ key: apiKey, secret, baseUrl, throwExceptions: true }));
  },
});

type Entries = Promise<readonly Entry[]>;

type RestClient = Readonly<{
  getInstruments(params: Params): Entries;
  getOrderBook(params: Params): Promise<readonly Readonly<{ bids: Levels; asks: Levels }>[]>;
  getTicker(params: Params): Entries;
  getTrades(params: Params): Entries;
  getBalance(): Promise<readonly Readonly<{ details: readonly Entry[] }>[]>;
  submitOrder(params: Params): Entries;
  getOrderDetails(params: Params): Entries;
  cancelOrder(params: Params): Entries;
}>;
type Okx = Readonly<{
  RestClient: new (options: Readonly<Record<string, string>>) => RestClient;
}>;

const onOkx = { instId: "BTC-USDT" } as const;

function okxDesk(client: RestClient): Desk {
  const { price, amount } = order;
  return {
    load: async () => {
      const [instrument] = await client.getInstruments({ instType: "SPOT" });
      if (instrument?.["instId"] !== onOkx.instId) throw new Error(`There is no ${onOkx.instId}.`);
    },
    book: async () => {
      const [book] = await client.getOrderBook(onOkx);
      return { bid: num(book?.bids[0]?.[0]), ask: num(book?.asks[0]?.[0]) };
    },
    last: async () => num((await client.getTicker(onOkx))[0]?.["last"]),
    traded: async () => num((await client.getTrades(onOkx))[0]?.["px"]),
    held: async () => {
      const [balance] = await client.getBalance();
      return num(balance?.details.find(({ ccy }) => ccy === "USDT")?.["availBal"]);
    },
    place: async () => {
      const kind = { tdMode: "cash", side: "buy", ordType: "limit" } as const;
      const figures = { sz: String(amount), px: String(price) };
      const [placed] = await client.submitOrder({ ...onOkx, ...kind, ...figures });
      return placed?.["ordId"] ?? "";
    },
    find: async (ordId) => {
      const found = (await client.getOrderDetails({ ...onOkx, ordId }))[0] ?? {};
      return {
        isOpen: found["state"] === "live",
        price: num(found["px"]),
        amount: num(found["sz"]),
      };
    },
    cancel: (ordId) => client.cancelOrder({ ...onOkx, ordId }),
  };
}

export const okxApi = (): Judge => ({
  client: `okx-api ${versionOf("okx-api")}`,
  proof: okxProof,
  named: codeIn,
  means: (_, answer) => codeOf(answer),
  wrongSecret: "50113",
  open: async (originOf, { apiKey, secret, passphrase }) => {
    const { RestClient } = await load<Okx>("okx-api");
    const baseUrl = originOf("https://www.okx.com/api");
    return okxDesk(new RestClient({ apiKey, apiSecret: secret, apiPass: passphrase, baseUrl }));
  },
});
