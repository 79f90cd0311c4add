/** Binance Spot as declared, against what it publishes: limits, headers, the time, signatures. */
import { binanceSpot } from "headgate/endpoints/binance-spot";
import type { Account, Outgoing } from "headgate";
import { describe, expect, test } from "vitest";
import { answer, order } from "./binance-spot-samples.ts";

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
  return sign({ ...request, auth: "signed" }, by, atMs);
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
