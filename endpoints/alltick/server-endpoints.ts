/** What each emulated endpoint answers once its request has passed the limits. */
import type { ServerRequest } from "headgate/emulator";
import { AlltickError } from "./server-answers.ts";
import type { Pace, ServerPlan } from "./server-limits.ts";
import type { Market } from "./server-market.ts";
import { batchOf, codesOf, seriesOf } from "./server-request.ts";
import type { Series } from "./server-request.ts";
import { suspensionOf } from "./server-suspension.ts";

/** All that the endpoints of one server side work on. */
export type Floor = Readonly<{
  plan: ServerPlan;
  market: Market;
  /** Codes that the plan does not hold. */
  closedCodes: ReadonlySet<string>;
}>;

/** One request on its way through. */
export type Visit = Readonly<{ request: ServerRequest; nowMs: number }>;

/** One endpoint: how it is counted, and its answer, in the envelope or in a form of its own. */
export type ServerEndpoint = Readonly<{
  pace: Pace;
  envelope: boolean;
  run: (floor: Floor, visit: Visit) => unknown;
}>;

/** Stocks and indices are one service, all else is another. */
type Family = "stock" | "other";

const klinesMax = 500;
const batchKlinesMax = 2;

/** By method and path. */
export const endpoints: Readonly<Record<string, ServerEndpoint>> = {
  ...family("/quote-b-api", "other"),
  ...family("/quote-stock-b-api", "stock"),
  "GET /quote-stock-b-api/static_info": enveloped("second", (floor, { request }) => ({
    static_info_list: asked(floor, "stock", codesOf(request)).map(stockOf),
  })),
  "GET /api/suspension/sse": suspension("SSE"),
  "GET /api/suspension/nyse": suspension("NYSE"),
  "GET /api/suspension/nasdaq": suspension("NASDAQ"),
};

function family(base: string, of: Family): Readonly<Record<string, ServerEndpoint>> {
  return {
    [`GET ${base}/kline`]: enveloped("second", (floor, { request, nowMs }) => {
      const series = seriesOf(request);
      const kline_list = klines(floor, of, { series, most: klinesMax, nowMs });
      return { code: series.code, kline_type: series.kline_type, kline_list };
    }),
    [`POST ${base}/batch-kline`]: enveloped("interval", (floor, { request, nowMs }) => {
      const batch = batchOf(request);
      if (batch.length > floor.plan.groupsMax) throw new AlltickError("levelNotEnough");
      const kline_list = batch.map((series) => ({
        code: series.code,
        kline_type: series.kline_type,
        kline_data: klines(floor, of, { series, most: batchKlinesMax, nowMs }),
      }));
      return { kline_list };
    }),
    [`GET ${base}/trade-tick`]: enveloped("second", (floor, { request, nowMs }) => ({
      tick_list: asked(floor, of, codesOf(request)).map((code) => floor.market.trade(code, nowMs)),
    })),
    [`GET ${base}/depth-tick`]: enveloped("second", (floor, { request, nowMs }) => ({
      tick_list: asked(floor, of, codesOf(request)).map((code) => floor.market.book(code, nowMs)),
    })),
  };
}

function enveloped(pace: Pace, run: ServerEndpoint["run"]): ServerEndpoint {
  return { pace, envelope: true, run };
}

function suspension(exchange: string): ServerEndpoint {
  return {
    pace: "minute",
    envelope: false,
    run: (_floor, { request, nowMs }) => suspensionOf(exchange, request.query, nowMs),
  };
}

/** The codes that are answered for: the first ones of too many, and nothing is said about the rest. */
function asked({ plan, closedCodes }: Floor, of: Family, codes: readonly string[]): string[] {
  const answered = codes.slice(0, plan.codesMax);
  for (const code of answered) check(code, of, closedCodes);
  return answered;
}

function klines(
  { market, closedCodes }: Floor,
  of: Family,
  { series, most, nowMs }: Readonly<{ series: Series; most: number; nowMs: number }>,
): readonly unknown[] {
  const { code, kline_type: type, kline_timestamp_end: endSeconds, query_kline_num } = series;
  check(code, of, closedCodes);
  const isOfTwoOrFourHours = type === 6 || type === 7;
  if (of === "stock" && isOfTwoOrFourHours) throw new AlltickError("dataInvalid");
  // The end means nothing for a stock, and 0 is now.
  const endMs = of === "stock" || endSeconds === 0 ? nowMs : endSeconds * 1_000;
  const count = Math.min(query_kline_num, most);
  return market.klines(code, { type, count, untilMs: Math.min(endMs, nowMs) });
}

function check(code: string, of: Family, closedCodes: ReadonlySet<string>): void {
  const isStock = /\.(?:US|HK|SH|SZ)$/.test(code);
  if (isStock !== (of === "stock")) throw new AlltickError("codeInvalid");
  if (closedCodes.has(code)) throw new AlltickError("codeUnauthorized");
}

const exchanges: Readonly<Record<string, readonly [exchange: string, currency: string]>> = {
  US: ["NASDAQ", "USD"],
  HK: ["SEHK", "HKD"],
  SH: ["SSE", "CNY"],
  SZ: ["SZSE", "CNY"],
};

function stockOf(code: string): unknown {
  const [name = "", market = ""] = code.split(".");
  const [exchange, currency] = exchanges[market] ?? ["", ""];
  return {
    symbol: code,
    name_en: name,
    name_cn: name,
    name_hk: name,
    exchange,
    currency,
    board: `${market}Equity`,
    lot_size: "100",
    total_shares: "9267359712",
    circulating_shares: "9267359712",
    hk_shares: market === "HK" ? "9267359712" : "0",
    eps: "13.7190",
    eps_ttm: "18.0567",
    bps: "101.7577",
    dividend_yield: "3.4558",
  };
}
