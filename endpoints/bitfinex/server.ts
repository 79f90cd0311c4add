/**
 * Bitfinex's server side, as far as a bot meets it: a minute for each endpoint and address. Its numbers are
 * written a second time, from the sources and not from `index.ts`.
 *
 *     https://docs.bitfinex.com/docs/requirements-and-limitations, JKorf/Bitfinex.Net at a39bbf9, read 2026-11.
 *
 * How the minute lies is not published; a log of it is the strictest that still grants the limit.
 */
import { createHmac } from "node:crypto";
import { defineServer, No as Refused, Orders, rollingLog } from "headgate/emulator";
import type {
  HeldOrder,
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

function perMinute(max: number): ServerPool<No> {
  const windowMs = 60_000;
  const model = rollingLog({ max, windowMs });
  return { model, max, windowMs, whose: ({ request }) => request.ip, refusal: "rateLimit" };
}

type Result = (visit: Visit) => unknown;

const order = (visit: Visit): readonly unknown[] => [
  1,
  null,
  visit.params["cid"] ?? null,
  visit.params["symbol"] ?? "tBTCUSD",
];

/** What became of a call that changes something. */
const notified =
  (type: string): Result =>
  (visit) => [visit.nowMs, type, null, null, order(visit), null, "SUCCESS", "Submitted."];

/** About orders: market orders are done at once. */
function placing(): Readonly<Record<string, readonly [number, Result]>> {
  const all = new Orders();
  const place: Result = ({ params, caller, nowMs }) => {
    const held = { account: caller?.name ?? "", clientId: params["cid"] };
    const isOpen = !String(params["type"]).endsWith("MARKET");
    const placed = all.place({ ...held, placedAtMs: nowMs, isOpen, asked: params });
    return [nowMs, "on-req", null, null, [rowOf(placed)], null, "SUCCESS", "Submitted."];
  };
  const shown =
    (isOpen: boolean): Result =>
    ({ caller }) =>
      all.of(caller?.name ?? "", { isOpen }).map(rowOf);
  return {
    "POST /v2/auth/w/order/submit": [45, place],
    "POST /v2/auth/r/orders": [45, shown(true)],
    "POST /v2/auth/r/orders/hist": [45, shown(false)],
  };
}

const rowOf = ({ id, clientId, placedAtMs, asked }: HeldOrder): readonly unknown[] => {
  const cid = clientId === "" ? null : Number(clientId);
  return [Number(id), null, cid, asked["symbol"], placedAtMs];
};

const none: Result = () => [];

/** By route: how much in a minute, and what it answers. */
const open: Readonly<Record<string, readonly [number, Result]>> = {
  "GET /v2/platform/status": [15, () => [1]],
  "GET /v2/tickers": [30, ({ params }) => [[params["symbols"], 59_999, 1, 60_001, 1]]],
  "GET /v2/ticker/{symbol}": [30, () => [59_999, 1, 60_001, 1, 0, 0, 60_000, 10, 60_100, 59_900]],
  "GET /v2/trades/{symbol}/hist": [15, ({ nowMs }) => [[1, nowMs, 0.1, 60_000]]],
  "GET /v2/book/{symbol}/{precision}": [
    30,
    () => [
      [59_999, 1, 1],
      [60_001, 1, -1],
    ],
  ],
  "GET /v2/candles/trade:{timeframe}:{symbol}/{section}": [
    30,
    ({ nowMs }) => [[nowMs, 60_000, 60_001, 60_002, 59_999, 1]],
  ],
  "GET /v2/conf/{keys}": [15, () => [["BTCUSD"]]],
  "GET /v2/stats1/{key}/{section}": [15, ({ nowMs }) => [[nowMs, 1]]],
  "GET /v2/status/deriv": [90, ({ params, nowMs }) => [[params["keys"], nowMs]]],
  "GET /v2/liquidations/hist": [3, none],
};
const signed: Readonly<Record<string, readonly [number, Result]>> = {
  "POST /v2/auth/r/wallets": [45, () => [["exchange", "USD", 1_000, 0, 1_000]]],
  "POST /v2/auth/r/trades/hist": [45, none],
  "POST /v2/auth/r/ledgers/hist": [45, none],
  "POST /v2/auth/r/positions": [45, none],
  "POST /v2/auth/r/info/user": [45, () => [1, "somebody@example.com"]],
  "POST /v2/auth/r/movements/hist": [45, none],
  "POST /v2/auth/r/alerts": [45, none],
  "POST /v2/auth/w/order/update": [45, notified("ou-req")],
  "POST /v2/auth/w/order/cancel": [45, notified("oc-req")],
  "POST /v2/auth/w/order/cancel/multi": [45, notified("oc_multi-req")],
  "POST /v2/auth/w/order/multi": [45, notified("ox_multi-req")],
  "POST /v2/auth/w/deposit/address": [10, notified("acc_dep")],
};

type Route = ServerRoute<never, No>;

/** `last` is the last nonce of each key. */
function routes(last: Map<string, number>): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  for (const [route, [max, answer]] of Object.entries(open))
    all[route] = { takes: { own: 1 }, own: perMinute(max), answer };
  for (const [route, [max, answer]] of Object.entries({ ...signed, ...placing() })) {
    const inOrder: Result = (visit) => {
      noteNonce(last, visit);
      return answer(visit);
    };
    all[route] = { takes: { own: 1 }, own: perMinute(max), signed: true, answer: inOrder };
  }
  return all;
}

function noteNonce(last: Map<string, number>, { request, caller }: Visit): void {
  const nonce = Number(request.headers["bfx-nonce"]);
  const key = caller?.apiKey ?? "";
  if (nonce <= (last.get(key) ?? 0)) throw new Refused("smallNonce");
  last.set(key, nonce);
}

/** Makes Bitfinex's server side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<never, No>(
    {
      pools: {},
      routes: routes(new Map()),
      refusals,
      keyOf: ({ request }) => request.headers["bfx-apikey"],
      checkSignature,
      withoutKey: "invalidKey",
      notFound: { status: 404, headers: {}, body: "" },
    },
    options,
  );
}

/** https://docs.bitfinex.com/docs/rest-auth, read 2026-11. */
function checkSignature({ request }: Visit, { secret }: ServerAccount): No | undefined {
  const { headers, path, body } = request;
  const payload = `/api${path}${headers["bfx-nonce"] ?? ""}${body}`;
  const expected = createHmac("sha384", secret).update(payload).digest("hex");
  return headers["bfx-signature"] === expected ? undefined : "invalidKey";
}
