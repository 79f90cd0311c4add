/**
 * The server side of Binance COIN-M futures: what it has beside what it shares with USD-M. Its numbers are written
 * a second time.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/derivatives-trading-coin-futures, read 2026-11.
 */
import type { ServerOptions, ServerSide } from "headgate/emulator";
import { futuresServer } from "../binance-usdm/server-futures.ts";
import type { FuturesApi } from "../binance-usdm/server-futures.ts";
import { bySymbol } from "../binance-usdm/server-weights.ts";

export { refusals } from "../binance-usdm/server-refusals.ts";

const coinm: FuturesApi = {
  root: "/dapi",
  traded: {
    symbol: "BTCUSD_PERP",
    pair: "BTCUSD",
    quoteAsset: "USD",
    marginAsset: "BTC",
    contractStatus: "TRADING",
    contractSize: 100,
  },
  open: { "GET /v1/premiumIndex": [10], "GET /v1/fundingRate": [1] },
  signed: {
    "PUT /v1/order": [1, 1, 1],
    "GET /v1/account": [5],
    "GET /v1/balance": [1],
    "GET /v1/positionRisk": [1],
    "GET /v1/income": [20],
    "GET /v2/leverageBracket": [bySymbol(1, 2)],
  },
};

/** Makes the server side of Binance COIN-M. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return futuresServer(coinm, options);
}
