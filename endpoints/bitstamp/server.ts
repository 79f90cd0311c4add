/**
 * Bitstamp's server side, as far as a bot meets it. Its numbers are written a second time, from the
 * documentation and not from `index.ts`; whom it counts is not stated: here an address.
 *
 *     https://www.bitstamp.net/api/ (copy of 2026-02-23), read 2026-11.
 */
import { createHmac } from "node:crypto";
import { defineServer, No as Refused, Orders, rollingLog } from "headgate/emulator";
import type {
  ServerAccount,
  ServerOptions,
  ServerPool,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";

export { refusals } from "./server-refusals.ts";

/** Windows are not published: a log is the strictest that still grants the limit. */
function ofAddress(max: number, windowMs: number): ServerPool<No> {
  const model = rollingLog({ max, windowMs });
  return { model, max, windowMs, whose: ({ request }) => request.ip, refusal: "requestRate" };
}

type Pool = "second" | "tenMinutes";
type Result = (visit: Visit) => unknown;

/** About orders: those that somebody asks for by his own name for them are the ones that he has placed. */
function placing(): Readonly<Record<string, Result>> {
  const orders = new Orders((count) => String(1_429_545_880_000_000 + count));
  const placed: Result = ({ params, caller, nowMs }) => {
    const { price = "60000", amount, client_order_id: name } = params;
    const held = { account: caller?.name ?? "", clientId: name, asked: params };
    const { id } = orders.place({ ...held, placedAtMs: nowMs });
    return { id, datetime: "2026-11-01 00:00:00", price, amount };
  };
  return {
    "POST /api/v2/order_status/": ({ params: { id, client_order_id: name }, caller }) => {
      if (name === undefined) return { id: id ?? "1", status: "Open" };
      const found = orders.named({ account: caller?.name ?? "", clientId: name });
      if (found === undefined) throw new Refused("unknownOrder");
      const { amount } = found.asked;
      return { id: found.id, status: "Open", amount_remaining: amount, client_order_id: name };
    },
    "POST /api/v2/buy/{pair}/": placed,
    "POST /api/v2/sell/{pair}/": placed,
    "POST /api/v2/buy/market/{pair}/": placed,
    "POST /api/v2/replace_order/": placed,
  };
}

const open: Readonly<Record<string, Result>> = {
  "GET /api/v2/ticker/{pair}/": () => ({ last: "60000", bid: "59999", ask: "60001" }),
  "GET /api/v2/order_book/{pair}/": ({ nowMs }) => ({
    timestamp: String(Math.floor(nowMs / 1_000)),
    microtimestamp: String(nowMs * 1_000),
    bids: [["59999", "1"]],
    asks: [["60001", "1"]],
  }),
  "GET /api/v2/ohlc/{pair}/": ({ params, nowMs }) => ({
    data: {
      pair: params["pair"],
      ohlc: [{ timestamp: String(Math.floor(nowMs / 1_000)), open: "60000", close: "60001" }],
    },
  }),
  "GET /api/v2/transactions/{pair}/": () => [
    { tid: "1", date: "1793491200", price: "60000", amount: "1", type: "0" },
  ],
  "GET /api/v2/trading-pairs-info/": () => [{ name: "BTC/USD", url_symbol: "btcusd" }],
  "GET /api/v2/currencies/": () => [{ currency: "BTC", name: "Bitcoin" }],
};

const signed: Readonly<Record<string, Result>> = {
  "POST /api/v2/account_balances/": () => [{ currency: "usd", available: "1000.00" }],
  "POST /api/v2/open_orders/all/": () => [{ id: "1", price: "60000", amount: "1" }],
  "POST /api/v2/cancel_order/": ({ params }) => ({ id: params["id"] }),
  "POST /api/v2/cancel_all_orders/": () => ({ canceled: [], success: true }),
  "POST /api/v2/user_transactions/": () => [{ id: 1, datetime: "2026-11-01 00:00:00" }],
  "POST /api/v2/websockets_token/": () => ({ token: "token", valid_sec: 60, user_id: 1 }),
};

function route(answer: Result, isSigned: boolean): ServerRoute<Pool, No> {
  return { takes: { second: 1, tenMinutes: 1 }, signed: isSigned, answer };
}

function routes(): Readonly<Record<string, ServerRoute<Pool, No>>> {
  return Object.fromEntries([
    ...Object.entries(open).map(([name, answer]) => [name, route(answer, false)] as const),
    ...Object.entries({ ...signed, ...placing() }).map(
      ([name, answer]) => [name, route(answer, true)] as const,
    ),
  ]);
}

/** Makes Bitstamp's server side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<Pool, No>(
    {
      pools: { second: ofAddress(400, 1_000), tenMinutes: ofAddress(10_000, 600_000) },
      main: "second",
      routes: routes(),
      refusals,
      keyOf: ({ request }) => /^BITSTAMP (.+)$/.exec(request.headers["x-auth"] ?? "")?.[1],
      checkSignature,
      withoutKey: "invalidSignature",
      notFound: { status: 404, headers: {}, body: "" },
    },
    options,
  );
}

/** What is signed has the host in it. */
const host = "www.bitstamp.net";

function checkSignature({ request, nowMs }: Visit, { secret }: ServerAccount): No | undefined {
  const { headers, method, path, query, body } = request;
  const { "x-auth-nonce": nonce = "", "x-auth-timestamp": timestamp = "" } = headers;
  const uri = query === "" ? path : `${path}?${query}`;
  const type = headers["content-type"] ?? "";
  const payload = `${headers["x-auth"] ?? ""}${method}${host}${uri}${type}${nonce}${timestamp}v2${body}`;
  const expected = createHmac("sha256", secret).update(payload).digest("hex");
  const isNew = nonce.length === 36 && Math.abs(nowMs - Number(timestamp)) < 150_000;
  const isTyped = (body === "") === (type === "");
  return isNew && isTyped && headers["x-auth-signature"] === expected
    ? undefined
    : "invalidSignature";
}
