/** Binance Spot as declared, against what it publishes: weights at every border, limits, headers, signatures. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import type { Account, Answer, Outgoing } from "headgate";
import { describe, expect, test } from "vitest";

const { endpoints } = binanceSpot;
type Name = keyof typeof endpoints;

type Sent = Readonly<{ status?: number; headers?: Record<string, string>; body?: unknown }>;

function answer({ status = 200, headers = {}, body }: Sent): Answer {
  return { status, header: (name) => headers[name.toLowerCase()], body };
}

const symbols = (count: number): string[] => Array.from({ length: count }, (_, at) => `S${at}USDT`);

/** What `limit` is charged before the call, and after the answer where that decides. */
function weigh(name: Name, limit: string, params: unknown, after?: Answer): unknown {
  const { weight, params: schema } = endpoints[name];
  const declared = weight[limit];
  if (declared === undefined) throw new Error(`${name} has no weight of ${limit}.`);
  const checked = schema.parse(params);
  if (after === undefined) return declared.reserve(checked, {});
  return declared.actual?.(after, checked);
}

const order = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "1",
  price: "0.1",
};

const said = (status: number, code: number): Sent => ({ status, body: { code, msg: "" } });

describe("endpoints", () => {
  test("each has the method and the path of its documentation", () => {
    const paths = Object.entries(endpoints).map(([name, { method, path }]) => [
      name,
      `${method} ${path}`,
    ]);
    expect(Object.fromEntries(paths)).toEqual({
      time: "GET /api/v3/time",
      exchangeInfo: "GET /api/v3/exchangeInfo",
      depth: "GET /api/v3/depth",
      ticker24hr: "GET /api/v3/ticker/24hr",
      newOrder: "POST /api/v3/order",
      cancelOrder: "DELETE /api/v3/order",
      account: "GET /api/v3/account",
      openOrders: "GET /api/v3/openOrders",
    });
  });

  test("those of an account are signed, and market data is not", () => {
    const auth = Object.entries(endpoints).map(([name, endpoint]) => [name, endpoint.auth]);
    const open = { time: "none", exchangeInfo: "none", depth: "none", ticker24hr: "none" };
    const account = { account: "signed", openOrders: "signed" };
    const trading = { newOrder: "signed", cancelOrder: "signed" };
    expect(Object.fromEntries(auth)).toEqual({ ...open, ...account, ...trading });
  });

  test("a cancel goes first, may be sent twice, and withdraws the order that it names", () => {
    const first = { priority: "urgent", idempotent: true, withdraws: true };
    expect(endpoints.cancelOrder).toMatchObject({ ...first, clientId: "origClientOrderId" });
    const once = { priority: "normal", idempotent: false, withdraws: false };
    expect(endpoints.newOrder).toMatchObject({ ...once, clientId: "newClientOrderId" });
  });
});

describe("weights", () => {
  const symbol = "BTCUSDT";

  test.each<[name: Name, params: Record<string, unknown>, weight: number]>([
    ["time", {}, 1],
    ["exchangeInfo", {}, 20],
    ["exchangeInfo", { symbol }, 20],
    ["exchangeInfo", { symbols: symbols(200) }, 20],
    ["depth", { symbol }, 5],
    ["depth", { symbol, limit: 1 }, 5],
    ["depth", { symbol, limit: 100 }, 5],
    ["depth", { symbol, limit: 101 }, 25],
    ["depth", { symbol, limit: 500 }, 25],
    ["depth", { symbol, limit: 501 }, 50],
    ["depth", { symbol, limit: 1_000 }, 50],
    ["depth", { symbol, limit: 1_001 }, 250],
    ["depth", { symbol, limit: 5_000 }, 250],
    ["ticker24hr", { symbol }, 2],
    ["ticker24hr", { symbols: symbols(1) }, 2],
    ["ticker24hr", { symbols: symbols(20) }, 2],
    ["ticker24hr", { symbols: symbols(21) }, 40],
    ["ticker24hr", { symbols: symbols(100) }, 40],
    ["ticker24hr", { symbols: symbols(101) }, 80],
    ["ticker24hr", { type: "MINI" }, 80],
    ["ticker24hr", {}, 80],
    ["account", {}, 20],
    ["openOrders", { symbol }, 6],
    ["openOrders", {}, 80],
    ["newOrder", order, 1],
    ["cancelOrder", { symbol, orderId: 1 }, 1],
  ])("%s with %o weighs %d", (name, params, weight) => {
    expect(weigh(name, "requestWeight", params)).toBe(weight);
  });

  test("a raw request is counted with every call, and orders with new orders alone", () => {
    expect(binanceSpot.everyCall).toEqual({ rawRequests: 1 });
    for (const [name, { drawsFrom }] of Object.entries(endpoints)) {
      const orders = name === "newOrder" ? ["orders10s", "orders1d"] : [];
      expect(drawsFrom).toEqual(["requestWeight", ...orders]);
    }
    expect(weigh("newOrder", "orders10s", order)).toBe(1);
    expect(weigh("newOrder", "orders1d", order)).toBe(1);
  });

  test.each<[what: string, sent: Sent, weight: number, count: number]>([
    ["an accepted order weighs nothing and counts", { status: 200, body: { orderId: 1 } }, 0, 1],
    ["a refused order weighs 1 and does not count", said(400, -2010), 1, 0],
    ["an order over the limit does not count", said(429, -1015), 1, 0],
    ["an order that the firewall stopped does not count", { status: 403, body: "<html>" }, 1, 0],
    ["an order refused by the second check of its time has counted", said(400, -1021), 1, 1],
    ["an order that timed out there may have counted", said(400, -1007), 1, 1],
    ["an order lost in a gateway may have counted", { status: 502, body: "<html>" }, 1, 1],
    ["an order refused for overload does not count", said(503, -1008), 1, 0],
  ])("%s", (_, sent, weight, count) => {
    const after = answer(sent);
    expect(weigh("newOrder", "requestWeight", order, after)).toBe(weight);
    expect(weigh("newOrder", "orders10s", order, after)).toBe(count);
    expect(weigh("newOrder", "orders1d", order, after)).toBe(count);
    const cancel = { symbol, orderId: 1 };
    expect(weigh("cancelOrder", "requestWeight", cancel, after)).toBe(weight);
  });
});

describe("limits", () => {
  test("the published limits are declared whole, by IP or by account, in UTC windows", () => {
    const utc = { counted: "fixed-window", starts: "utc" };
    const orders = { ...utc, per: ["account"], falls: true };
    expect(binanceSpot.limits).toEqual({
      requestWeight: { ...utc, max: 6_000, windowMs: 60_000, per: ["ip"] },
      rawRequests: { ...utc, max: 300_000, windowMs: 300_000, per: ["ip"] },
      orders10s: { ...orders, max: 50, windowMs: 10_000 },
      orders1d: { ...orders, max: 160_000, windowMs: 86_400_000 },
    });
  });
});

/** What the readers find in an answer's headers. */
function read(headers: Record<string, string>): unknown {
  return Object.assign(
    {},
    ...(binanceSpot.reports ?? []).map((reader) => reader(answer({ headers }))),
  );
}

describe("reports", () => {
  test("used weight and order counts are read from their headers", () => {
    const headers = {
      "x-mbx-used-weight-1m": "5987",
      "x-mbx-order-count-10s": "0",
      "x-mbx-order-count-1d": "12",
    };
    expect(read(headers)).toEqual({
      requestWeight: { used: 5_987 },
      orders10s: { used: 0 },
      orders1d: { used: 12 },
    });
  });

  test.each(["", " ", "abc", "NaN", "-5", "1, 1", "1e9", "Infinity", "9".repeat(400)])(
    "a header that holds %j reports nothing",
    (text) => {
      const headers = {
        "x-mbx-used-weight-1m": text,
        "x-mbx-order-count-10s": text,
        "x-mbx-order-count-1d": text,
      };
      expect(read(headers)).toEqual({ requestWeight: {}, orders10s: {}, orders1d: {} });
    },
  );

  test("an answer without headers reports nothing", () => {
    expect(read({})).toEqual({ requestWeight: {}, orders10s: {}, orders1d: {} });
  });
});

function time(body: unknown): number | undefined {
  return binanceSpot.serverTimeMs?.(answer({ body }));
}

describe("the exchange's time", () => {
  test("it is read from the body that carries it, and from no other", () => {
    expect(time({ serverTime: 1_499_827_319_559 })).toBe(1_499_827_319_559);
    expect(time({ serverTime: "1499827319559" })).toBeUndefined();
    for (const body of [{}, [], null, undefined, "text", 1]) expect(time(body)).toBeUndefined();
  });
});

// Published: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md, read 2026-11.
const key: Account = {
  apiKey: "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A",
  secret: "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j",
};

/** A query as the client writes it. */
function outgoing(method: string, params: Record<string, string>): Outgoing {
  const query = Object.entries(params).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  const url = new URL("/api/v3/order", binanceSpot.origin);
  url.search = query.join("&");
  return { method, url, headers: { accept: "application/json" } };
}

async function signed(request: Outgoing, by = key, atMs = 1_499_827_319_559): Promise<Outgoing> {
  const { sign } = binanceSpot;
  if (sign === undefined) throw new Error("The venue signs.");
  return sign(request, by, atMs);
}

describe("signatures", () => {
  const rest =
    "side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";

  test.each([
    [
      "rest-1",
      "LTCBTC",
      "LTCBTC",
      "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
    ],
    [
      "rest-nonascii",
      "１２３４５６",
      "%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96",
      "e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3",
    ],
  ])(
    "the published vector %s comes out, in the bytes that are sent",
    async (_, symbol, encoded, signature) => {
      const { url } = await signed(outgoing("POST", { ...order, symbol, recvWindow: "5000" }));
      expect(url.search).toBe(`?symbol=${encoded}&${rest}&signature=${signature}`);
      expect(url.href).toBe(`https://api.binance.com/api/v3/order${url.search}`);
    },
  );

  test("all methods sign in the query, with no body, and the request before it stays as it was", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const before = outgoing(method, { symbol: "LTCBTC" });
      const after = await signed(before);
      expect(after).toMatchObject({
        method,
        headers: { accept: "application/json", "X-MBX-APIKEY": key.apiKey },
      });
      expect(after.body).toBeUndefined();
      expect(after.url.search).toMatch(
        /^\?symbol=LTCBTC&timestamp=1499827319559&signature=[0-9a-f]{64}$/,
      );
      expect(before.url.search).toBe("?symbol=LTCBTC");
      expect(before.headers).toEqual({ accept: "application/json" });
    }
  });

  test("a query without parameters begins with its timestamp, in whole milliseconds", async () => {
    const { url } = await signed(outgoing("GET", {}), key, 1_499_827_319_559.75);
    expect(url.search).toMatch(/^\?timestamp=1499827319559&signature=/);
  });

  test("a secret that is a function signs the very bytes of the query, and its signature is encoded", async () => {
    const payloads: unknown[] = [];
    const secret = async (payload: string | Uint8Array): Promise<string> => {
      payloads.push(payload);
      return "a+b/c=";
    };
    const params = { symbol: "LTCBTC", newClientOrderId: "a b'(1)" };
    const { url } = await signed(outgoing("POST", params), { ...key, secret });
    expect(url.search.endsWith("&signature=a%2Bb%2Fc%3D")).toBe(true);
    expect(payloads).toEqual([url.search.slice(1, url.search.indexOf("&signature="))]);
    expect(payloads).toEqual([
      "symbol=LTCBTC&newClientOrderId=a%20b%27(1)&timestamp=1499827319559",
    ]);
  });
});
