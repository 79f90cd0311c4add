/** The emulated endpoints that need no account: what is traded, and at which price. */
import { ApiError, fixed } from "./server-answers.ts";
import type { Floor, Outcome, Run, Visit } from "./server-desk.ts";
import { aggTradesOf, klinesOf, tradesOf } from "./server-history.ts";
import { rateLimitsOf } from "./server-limits.ts";
import { mandatory, wholeNumber } from "./server-signing.ts";
import type { Parameters } from "./server-signing.ts";
import { symbolDescription } from "./server-symbols.ts";

export const marketEndpoints: Readonly<Record<string, Run>> = {
  "GET /api/v3/ping": () => ({ body: {} }),
  "GET /api/v3/time": (_floor, { nowMs }) => ({ body: { serverTime: nowMs } }),
  "GET /api/v3/exchangeInfo": exchangeInfo,
  "GET /api/v3/depth": depth,
  "GET /api/v3/trades": trades,
  "GET /api/v3/historicalTrades": trades,
  "GET /api/v3/aggTrades": aggTrades,
  "GET /api/v3/klines": klines,
  "GET /api/v3/uiKlines": klines,
  "GET /api/v3/ticker/24hr": ticker24hr,
  "GET /api/v3/ticker/price": tickerPrice,
  "GET /api/v3/ticker/bookTicker": bookTicker,
};

function exchangeInfo({ quotas, symbols }: Floor, { parameters, nowMs }: Visit): Outcome {
  return {
    body: {
      timezone: "UTC",
      serverTime: nowMs,
      rateLimits: rateLimitsOf(quotas.limits),
      exchangeFilters: [],
      symbols: symbols.asked(parameters).map(symbolDescription),
    },
  };
}

function depth({ symbols, exchange }: Floor, { parameters, nowMs }: Visit): Outcome {
  const symbol = symbols.named(mandatory(parameters, "symbol"));
  const limit = wholeNumber(parameters, "limit") ?? 100;
  // More than 5 000 may be asked for, and are not given.
  return { body: exchange.market.book(symbol, Math.min(limit, 5_000), nowMs) };
}

/** More than 1 000 rows may be asked for, and are not given. */
function rows(parameters: Parameters): number {
  return Math.min(wholeNumber(parameters, "limit") ?? 500, 1_000);
}

/** `historicalTrades` is the same with a `fromId`, and without one as well. */
function trades({ symbols, exchange }: Floor, { request, parameters, nowMs }: Visit): Outcome {
  const symbol = symbols.named(mandatory(parameters, "symbol"));
  const old = request.path.endsWith("/historicalTrades");
  const fromId = old ? wholeNumber(parameters, "fromId") : undefined;
  return { body: tradesOf(exchange.market, symbol, { fromId, limit: rows(parameters), nowMs }) };
}

/** By time they are not asked for here. */
function aggTrades({ symbols, exchange }: Floor, { parameters, nowMs }: Visit): Outcome {
  const symbol = symbols.named(mandatory(parameters, "symbol"));
  const fromId = wholeNumber(parameters, "fromId");
  const asked = { fromId, limit: rows(parameters), nowMs };
  return { body: aggTradesOf(tradesOf(exchange.market, symbol, asked)) };
}

function klines({ symbols, exchange }: Floor, { parameters, nowMs }: Visit): Outcome {
  const symbol = symbols.named(mandatory(parameters, "symbol"));
  const found = klinesOf(exchange.market, symbol, {
    interval: mandatory(parameters, "interval"),
    startTime: wholeNumber(parameters, "startTime"),
    endTime: wholeNumber(parameters, "endTime"),
    limit: rows(parameters),
    nowMs,
  });
  if (found === undefined) throw new ApiError(400, -1120, "Invalid interval.");
  return { body: found };
}

const shortTicker = new Set(
  "symbol openPrice highPrice lowPrice lastPrice volume quoteVolume openTime closeTime firstId lastId count".split(
    " ",
  ),
);

function ticker24hr({ symbols, exchange }: Floor, { parameters, nowMs }: Visit): Outcome {
  const asked = symbols.asked(parameters);
  const mini = parameters.get("type") === "MINI";
  const tickers = asked.map((symbol) => {
    const fields = Object.entries(exchange.market.ticker(symbol, nowMs));
    return Object.fromEntries(fields.filter(([name]) => !mini || shortTicker.has(name)));
  });
  return { body: oneOrSeveral(parameters, tickers) };
}

function tickerPrice({ symbols, exchange }: Floor, { parameters, nowMs }: Visit): Outcome {
  const prices = symbols.asked(parameters).map((symbol) => ({
    symbol: symbol.symbol,
    price: fixed(exchange.market.price(symbol, nowMs)),
  }));
  return { body: oneOrSeveral(parameters, prices) };
}

function bookTicker({ symbols, exchange }: Floor, { parameters, nowMs }: Visit): Outcome {
  const tickers = symbols.asked(parameters).map((asked) => {
    const { symbol, bidPrice, bidQty, askPrice, askQty } = exchange.market.ticker(asked, nowMs);
    return { symbol, bidPrice, bidQty, askPrice, askQty };
  });
  return { body: oneOrSeveral(parameters, tickers) };
}

/** What was asked for by its `symbol` is an object, all else a list. */
function oneOrSeveral(parameters: Parameters, found: readonly unknown[]): unknown {
  return parameters.has("symbol") ? found[0] : found;
}
