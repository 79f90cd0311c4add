/**
 * Deribit's server side, as far as a bot meets it. Its numbers are written a second time, from the
 * documentation and not from `index.ts`, for a sub-account of the lowest tier.
 *
 *     https://docs.deribit.com/articles/rate-limits (copy of 2026-02-23), read 2026-11.
 */
import { createHmac } from "node:crypto";
import { defineServer, rollingLog, tokenBucket } from "headgate/emulator";
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

const ofAccount = ({ caller }: Visit): string => caller?.name ?? "";
const ofAddress = ({ request }: Visit): string => request.ip;

/** Costs that come back without pause. */
function drip(max: number, refillPerSecond: number, whose = ofAccount): ServerPool<No> {
  const model = tokenBucket({ max, refillPerSecond });
  return { model, max, windowMs: 1_000, whose, refusal: "tooManyRequests" };
}

/** Where the window is not published, the strictest that still grants the limit. */
function log(max: number, windowMs: number, whose = ofAccount): ServerPool<No> {
  return { model: rollingLog({ max, windowMs }), max, windowMs, whose, refusal: "tooManyRequests" };
}

const pools = () => ({
  credits: drip(50_000, 10_000),
  publicIp: log(20, 1_000, ofAddress),
  matching: drip(20, 5),
  spot: drip(250, 200),
  cancelAll: drip(250, 200),
  moves: log(100, 604_800_000),
});

type Pool = keyof ReturnType<typeof pools>;
type Takes = ServerRoute<Pool, No>["takes"];

/** By its instrument or its kind; the emulated account trades futures where neither is told. */
function isSpot({ params }: Visit): boolean {
  const { instrument_name: instrument, kind } = params;
  if (kind === "spot") return true;
  return typeof instrument === "string" && /^[^-]+_[^-]+$/.test(instrument);
}

const engine: Takes = {
  matching: (visit) => (isSpot(visit) ? 0 : 1),
  spot: (visit) => (isSpot(visit) ? 1 : 0),
};
const isOfAll = ({ params }: Visit): boolean => (params["currency"] ?? "any") === "any";
const someOrAll: Takes = {
  cancelAll: (visit) => (isOfAll(visit) ? 1 : 0),
  matching: (visit) => (isOfAll(visit) || isSpot(visit) ? 0 : 1),
};

const takes: Readonly<Record<string, Takes>> = {
  get_transaction_log: { own: 1 },
  simulate_portfolio: { own: 1 },
  move_positions: { own: 1, moves: 1 },
  verify_block_trade: { matching: 1 },
  execute_block_trade: { matching: 1 },
  cancel_all: { cancelAll: 1 },
  cancel_all_by_kind_or_type: someOrAll,
  cancel_by_label: someOrAll,
  ...Object.fromEntries(
    `get_account_summary get_positions get_open_orders get_open_orders_by_instrument get_order_state
    get_order_history_by_instrument get_user_trades_by_instrument`
      .split(/\s+/)
      .map((method) => [method, { credits: 500 }]),
  ),
  ...Object.fromEntries(
    `buy sell edit edit_by_label cancel close_position cancel_all_by_instrument
    cancel_all_by_currency cancel_all_by_currency_pair`
      .split(/\s+/)
      .map((method) => [method, engine]),
  ),
};

const own = (): Readonly<Record<string, ServerPool<No>>> => ({
  get_transaction_log: drip(8, 1),
  simulate_portfolio: log(1, 1_000),
  move_positions: { ...drip(6, 0.1), refusal: "movePositionsOverLimit" },
});

/** Who is known pays with credits, who is not with the address. */
const byCaller: Takes = {
  credits: ({ caller }) => (caller === undefined ? 0 : 500),
  publicIp: ({ caller }) => (caller === undefined ? 1 : 0),
};
const open =
  `get_time ticker get_order_book get_last_trades_by_instrument get_tradingview_chart_data
  get_book_summary_by_currency`.split(/\s+/);

function routes(): Readonly<Record<string, ServerRoute<Pool, No>>> {
  const answers = answersOf();
  const all: Record<string, ServerRoute<Pool, No>> = {
    "GET /api/v2/public/get_instruments": {
      takes: { own: 1, publicIp: 1 },
      own: drip(50, 1, ofAddress),
      answer: (visit) => answers("get_instruments", visit),
    },
  };
  for (const method of open) {
    const answer = (visit: Visit): unknown => answers(method, visit);
    all[`GET /api/v2/public/${method}`] = { takes: byCaller, answer };
  }
  const pool = own();
  for (const [method, taken] of Object.entries(takes)) {
    const of = pool[method];
    const answer = (visit: Visit): unknown => answers(method, visit);
    all[`GET /api/v2/private/${method}`] = {
      takes: taken,
      ...(of !== undefined && { own: of }),
      signed: true,
      answer,
    };
  }
  return all;
}

/** Makes Deribit's server side, for sub-accounts of the lowest tier. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<Pool, No>(
    {
      pools: pools(),
      main: "publicIp",
      routes: routes(),
      refusals,
      keyOf: (visit) => authorizationOf(visit)["id"],
      checkSignature,
      withoutKey: "unauthorized",
      notFound: { status: 404, headers: {}, body: "" },
    },
    options,
  );
}

/** `deri-hmac-sha256 id=..,ts=..,nonce=..,sig=..` */
function authorizationOf({ request }: Pick<Visit, "request">): Readonly<Record<string, string>> {
  const [scheme, fields = ""] = (request.headers["authorization"] ?? "").split(" ");
  if (scheme !== "deri-hmac-sha256") return {};
  return Object.fromEntries(new URLSearchParams(fields.replaceAll(",", "&")));
}

function checkSignature(visit: Visit, { secret }: ServerAccount): No | undefined {
  const { ts = "", nonce = "", sig } = authorizationOf(visit);
  const { method, path, query, body } = visit.request;
  const uri = query === "" ? path : `${path}?${query}`;
  const payload = `${ts}\n${nonce}\n${method}\n${uri}\n${body}\n`;
  const expected = createHmac("sha256", secret).update(payload).digest("hex");
  const isPresent = Math.abs(visit.nowMs - Number(ts)) < 60_000;
  return isPresent && sig === expected ? undefined : "unauthorized";
}
