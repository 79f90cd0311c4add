/** What is traded on the emulated exchange, and how `exchangeInfo` shows it. */
import { ApiError, fixed, illegal, invalidSymbol } from "./server-answers.ts";
import type { Parameters } from "./server-signing.ts";

/** A pair, and the price that its walk starts from. */
export type ServerSymbol = Readonly<{
  symbol: string;
  baseAsset: string;
  quoteAsset: string;
  price: number;
  tickSize: number;
  stepSize: number;
  minNotional: number;
}>;

/** Enough to trade, and to ask for several at once. The prices are made up. */
export const defaultSymbols: readonly ServerSymbol[] = [
  pair("BTC", "USDT", { price: 65_000, tickSize: 0.01, stepSize: 0.00001, minNotional: 5 }),
  pair("ETH", "USDT", { price: 3_200, tickSize: 0.01, stepSize: 0.0001, minNotional: 5 }),
  pair("BNB", "USDT", { price: 600, tickSize: 0.01, stepSize: 0.001, minNotional: 5 }),
  pair("SOL", "USDT", { price: 150, tickSize: 0.01, stepSize: 0.001, minNotional: 5 }),
  pair("LTC", "USDT", { price: 80, tickSize: 0.01, stepSize: 0.001, minNotional: 5 }),
  pair("ETH", "BTC", { price: 0.049, tickSize: 0.00001, stepSize: 0.0001, minNotional: 0.0001 }),
  pair("LTC", "BTC", { price: 0.00123, tickSize: 0.000001, stepSize: 0.001, minNotional: 0.0001 }),
];

/** The symbols of an exchange, by name and as a request asks for them. */
export class Symbols {
  readonly all: readonly ServerSymbol[];
  readonly #byName: ReadonlyMap<string, ServerSymbol>;

  constructor(symbols: readonly ServerSymbol[]) {
    this.all = symbols;
    this.#byName = new Map(symbols.map((symbol) => [symbol.symbol, symbol]));
  }

  /** @throws {ApiError} If there is no such symbol. */
  named(name: string): ServerSymbol {
    const symbol = this.#byName.get(name);
    if (symbol === undefined) throw invalidSymbol();
    return symbol;
  }

  /**
   * Those that `symbol` or `symbols` names, or all.
   *
   * @throws {ApiError} If both are sent, the list is none, or a symbol does not exist.
   */
  asked(parameters: Parameters): readonly ServerSymbol[] {
    const [one, several] = [parameters.get("symbol"), parameters.get("symbols")];
    if (one !== undefined && several !== undefined) {
      throw new ApiError(400, -1128, "Combination of optional parameters invalid.");
    }
    if (one !== undefined) return [this.named(one)];
    if (several === undefined) return this.all;
    if (!/^\[("[A-Z0-9\-_.]{1,20}"(,"[A-Z0-9\-_.]{1,20}")*)?\]$/.test(several)) {
      throw illegal(
        "symbols",
        String.raw`^\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\]$`,
      );
    }
    return Array.from(several.matchAll(/"([^"]+)"/g), ([, name = ""]) => this.named(name));
  }
}

/** A symbol as `exchangeInfo` shows it. */
export function symbolDescription(symbol: ServerSymbol): unknown {
  const { tickSize, stepSize, minNotional } = symbol;
  return {
    symbol: symbol.symbol,
    status: "TRADING",
    baseAsset: symbol.baseAsset,
    baseAssetPrecision: 8,
    quoteAsset: symbol.quoteAsset,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ["LIMIT", "MARKET"],
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: [
      {
        filterType: "PRICE_FILTER",
        minPrice: fixed(tickSize),
        maxPrice: "1000000.00000000",
        tickSize: fixed(tickSize),
      },
      {
        filterType: "LOT_SIZE",
        minQty: fixed(stepSize),
        maxQty: "9000000.00000000",
        stepSize: fixed(stepSize),
      },
      {
        filterType: "NOTIONAL",
        minNotional: fixed(minNotional),
        applyMinToMarket: true,
        maxNotional: "9000000.00000000",
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
    ],
    permissions: [],
    permissionSets: [["SPOT"]],
    defaultSelfTradePreventionMode: "EXPIRE_MAKER",
    allowedSelfTradePreventionModes: ["NONE", "EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH"],
  };
}

function pair(
  baseAsset: string,
  quoteAsset: string,
  figures: Omit<ServerSymbol, "symbol" | "baseAsset" | "quoteAsset">,
): ServerSymbol {
  return { symbol: baseAsset + quoteAsset, baseAsset, quoteAsset, ...figures };
}
