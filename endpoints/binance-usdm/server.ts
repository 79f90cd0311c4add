/**
 * The server side of Binance USD-M futures, as far as a bot meets it. Its numbers are written a second time.
 * https://github.com/binance/binance-connector-js/tree/a9de9a9/clients/derivatives-trading-usds-futures, read 2026-11.
 */
import type { ServerOptions, ServerSide } from "headgate/emulator";
import { futuresServer } from "./server-futures.ts";
import type { FuturesApi } from "./server-futures.ts";
import { bySymbol } from "./server-weights.ts";

export { refusals } from "./server-refusals.ts";

const usdm: FuturesApi = {
  root: "/fapi",
  traded: { symbol: "BTCUSDT", quoteAsset: "USDT", marginAsset: "USDT", status: "TRADING" },
  open: {
    "GET /v1/rpiDepth": [20],
    "GET /v1/premiumIndex": [bySymbol(1, 10)],
    "GET /v2/ticker/price": [bySymbol(1, 2)],
    "GET /v1/assetIndex": [bySymbol(1, 10)],
    "GET /v1/constituents": [2],
    "GET /v1/insuranceBalance": [1],
  },
  signed: {
    "PUT /v1/order": [0, 1, 1],
    "POST /v1/order/test": [1, 1, 1],
    "POST /v1/algoOrder": [0, 1, 1],
    "DELETE /v1/algoOrder": [1],
    "DELETE /v1/algoOpenOrders": [1],
    "GET /v1/openAlgoOrders": [bySymbol(1, 40)],
    "GET /v1/orderAmendment": [1],
    "GET /v2/account": [5],
    "GET /v3/account": [5],
    "GET /v2/balance": [5],
    "GET /v3/balance": [5],
    "GET /v2/positionRisk": [5],
    "GET /v3/positionRisk": [5],
    "GET /v1/accountConfig": [5],
    "GET /v1/symbolConfig": [5],
    "GET /v1/income": [30],
    "GET /v1/leverageBracket": [1],
    "GET /v1/apiTradingStatus": [bySymbol(1, 10)],
    "GET /v1/rateLimit/order": [1],
    "GET /v1/multiAssetsMargin": [30],
    "POST /v1/multiAssetsMargin": [1],
    "GET /v1/feeBurn": [30],
    "GET /v1/order/asyn": [1_000],
    "GET /v1/trade/asyn": [1_000],
    "GET /v1/income/asyn": [1_000],
  },
  others: {
    "GET /fapi/v1/fundingRate": "funding",
    "GET /fapi/v1/fundingInfo": "funding",
    "GET /futures/data/openInterestHist": "futuresData",
    "GET /futures/data/globalLongShortAccountRatio": "futuresData",
    "GET /futures/data/takerlongshortRatio": "futuresData",
    "GET /futures/data/topLongShortPositionRatio": "futuresData",
  },
};

/** Makes the server side of Binance USD-M. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return futuresServer(usdm, options);
}
