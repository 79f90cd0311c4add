/**
 * MEXC's server side, as far as a bot meets it. How it counts is not documented: here over the last window at
 * every instant, the strictest way that still grants what is published. Its numbers are written a second time.
 *
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, copy of 2025-11-30, read 2026-11.
 */
import { createHmac } from "node:crypto";
import { defineServer, rollingLog } from "headgate/emulator";
import type {
  ServerAccount,
  ServerOptions,
  ServerPool,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { answersOf } from "./server-answers.ts";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";

export { refusals } from "./server-refusals.ts";

type Pool = "requests" | "orders" | "uid" | "batches" | "accountReads";
type Takes = Readonly<Partial<Record<Pool, number>>>;

function poolOf(
  whose: "ip" | "account",
  max: number,
  windowMs: number,
  refusal: No = "tooMany",
): ServerPool<No> {
  return {
    model: rollingLog({ max, windowMs }),
    max,
    windowMs,
    whose: ({ request, caller }) => (whose === "ip" ? request.ip : (caller?.name ?? "")),
    refusal,
  };
}

/** The weight in the endpoint's own limit, and what else it takes; signed if it says so. */
const spot: Readonly<Record<string, number | ((visit: Visit) => number)>> = {
  "GET /api/v3/ping": 1,
  "GET /api/v3/time": 1,
  "GET /api/v3/defaultSymbols": 1,
  "GET /api/v3/exchangeInfo": 10,
  "GET /api/v3/depth": 1,
  "GET /api/v3/trades": 5,
  "GET /api/v3/aggTrades": 1,
  "GET /api/v3/klines": 1,
  "GET /api/v3/avgPrice": 1,
  "GET /api/v3/ticker/bookTicker": 1,
  "GET /api/v3/ticker/24hr": ({ params }) => (params["symbol"] === undefined ? 40 : 1),
  "GET /api/v3/ticker/price": ({ params }) => (params["symbol"] === undefined ? 2 : 1),
};

const signedSpot: Readonly<Record<string, readonly [own: number, others?: Takes]>> = {
  "POST /api/v3/order/test": [1],
  "POST /api/v3/order": [1, { uid: 1, orders: 1 }],
  "POST /api/v3/batchOrders": [1, { uid: 1, batches: 1 }],
  "DELETE /api/v3/order": [1, { orders: 1 }],
  "DELETE /api/v3/openOrders": [1, { orders: 1 }],
  "GET /api/v3/order": [2],
  "GET /api/v3/openOrders": [3],
  "GET /api/v3/allOrders": [10],
  "GET /api/v3/account": [10, { accountReads: 1 }],
  "GET /api/v3/myTrades": [10],
  "GET /api/v3/tradeFee": [20],
  "GET /api/v3/capital/config/getall": [10],
  "POST /api/v3/userDataStream": [1],
  "PUT /api/v3/userDataStream": [1],
  "DELETE /api/v3/userDataStream": [1],
};

/** So many in so many ms. */
const contract: Readonly<Record<string, readonly [max: number, windowMs: number]>> = {
  "GET /api/v1/contract/ping": [20, 2_000],
  "GET /api/v1/contract/detail": [1, 5_000],
  "GET /api/v1/contract/ticker": [20, 2_000],
  "GET /api/v1/contract/depth/{symbol}": [20, 2_000],
  "GET /api/v1/contract/kline/{symbol}": [20, 2_000],
  "GET /api/v1/contract/deals/{symbol}": [20, 2_000],
  "GET /api/v1/private/account/assets": [20, 2_000],
  "GET /api/v1/private/position/open_positions": [20, 2_000],
  "GET /api/v1/private/order/list/open_orders/{symbol}": [20, 2_000],
  "POST /api/v1/private/order/submit": [20, 2_000],
  "POST /api/v1/private/order/submit_batch": [1, 2_000],
  "POST /api/v1/private/order/cancel": [20, 2_000],
  "GET /api/v1/private/order/external/{symbol}/{external_oid}": [20, 2_000],
  "GET /api/v1/private/order/batch_query": [5, 2_000],
};

function routes(): Readonly<Record<string, ServerRoute<Pool, No>>> {
  const all: Record<string, ServerRoute<Pool, No>> = {};
  const answers = answersOf();
  const add = (name: string, own: ServerPool<No>, takes: ServerRoute<Pool, No>["takes"]): void => {
    const signed = name.includes("/private/") || name in signedSpot;
    all[name] = {
      takes: { requests: 1, ...takes },
      own,
      signed,
      answer: (visit) => answers(name, visit),
    };
  };
  for (const [name, own] of Object.entries(spot)) add(name, poolOf("ip", 300, 10_000), { own });
  for (const [name, [own, others]] of Object.entries(signedSpot))
    add(name, poolOf("ip", 300, 10_000), { own, ...others });
  for (const [name, [max, windowMs]] of Object.entries(contract)) {
    const whose = name.includes("/private/") ? "account" : "ip";
    add(name, poolOf(whose, max, windowMs, "tooOften"), { own: 1 });
  }
  return all;
}

/** Makes MEXC's server side: spot and contracts behind one address. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<Pool, No>(
    {
      pools: {
        requests: poolOf("ip", 20, 1_000),
        orders: poolOf("account", 12, 1_000),
        uid: poolOf("account", 500, 10_000),
        batches: poolOf("account", 2, 1_000),
        accountReads: poolOf("account", 2, 1_000),
      },
      main: "requests",
      routes: routes(),
      refusals,
      keyOf: ({ request: { headers } }) => headers["x-mexc-apikey"] ?? headers["apikey"],
      checkSignature: (visit, account) =>
        visit.request.path.startsWith("/api/v3/")
          ? checkSpot(visit, account)
          : checkContract(visit, account),
      withoutKey: "wrongSignature",
      notFound: { status: 404, headers: {}, body: "" },
    },
    options,
  );
}

const hmac = (secret: string, payload: string): string =>
  createHmac("sha256", secret).update(payload).digest("hex");

/** Query and body one after the other, without the signature, which is the last of them. */
function checkSpot({ request, params, nowMs }: Visit, { secret }: ServerAccount): No | undefined {
  const windowMs = Number(params["recvWindow"] ?? 5_000);
  if (!inTime(Number(params["timestamp"]), windowMs, nowMs)) return "requestTime";
  const [payload = "", signed] = `${request.query}${request.body}`.split("&signature=");
  return signed === hmac(secret, payload) ? undefined : "wrongSignature";
}

/** The names and codes of its no are documented for spot alone, and said here, too. */
function checkContract({ request, nowMs }: Visit, { secret }: ServerAccount): No | undefined {
  const { headers, query, body, method } = request;
  const { apikey = "", "request-time": time = "", "recv-window": windowSeconds = "10" } = headers;
  if (!inTime(Number(time), Number(windowSeconds) * 1_000, nowMs)) return "requestTime";
  const fields = new URLSearchParams(query);
  fields.sort();
  const sent = method === "POST" ? body : fields.toString();
  return headers["signature"] === hmac(secret, `${apikey}${time}${sent}`)
    ? undefined
    : "wrongSignature";
}

function inTime(sentMs: number, windowMs: number, nowMs: number): boolean {
  return sentMs >= nowMs - windowMs && sentMs < nowMs + 1_000;
}
