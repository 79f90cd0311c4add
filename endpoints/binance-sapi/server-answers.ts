/**
 * What SAPI's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://developers.binance.com/docs/margin_trading, https://developers.binance.com/docs/wallet, read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, Visit } from "headgate/emulator";

const order = { symbol: "BTCUSDT", orderId: 1, clientOrderId: "a", isIsolated: false };
const list = { orderListId: 0, listClientOrderId: "a", symbol: "BTCUSDT", orders: [order] };
const moved = { id: "b6ae22b3", coin: "USDT", amount: "8.9", status: 6 };
const price = { symbol: "BTCUSDT", price: "60000", calcTime: 1_562_046_418_000 };
const pair = { symbol: "BTCUSDT", base: "BTC", quote: "USDT", isMarginTrade: true };
const borrowed = { asset: "BTC", borrowed: "0", free: "1", interest: "0", locked: "0" };

const bodies: Readonly<Record<string, unknown>> = {
  "DELETE /sapi/v1/margin/order": order,
  "POST /sapi/v1/margin/order/oco": list,
  "POST /sapi/v1/margin/order/oto": list,
  "POST /sapi/v1/margin/order/otoco": list,
  "DELETE /sapi/v1/margin/orderList": list,
  "DELETE /sapi/v1/margin/openOrders": [order],
  "GET /sapi/v1/margin/openOrders": [order],
  "GET /sapi/v1/margin/allOrders": [order],
  "GET /sapi/v1/margin/myTrades": [{ ...price, id: 1 }],
  "GET /sapi/v1/margin/account": { marginLevel: "11.6", userAssets: [borrowed] },
  "GET /sapi/v1/margin/isolated/account": { assets: [{ symbol: "BTCUSDT" }] },
  "GET /sapi/v1/margin/maxBorrowable": { amount: "1.7", borrowLimit: "60" },
  "GET /sapi/v1/margin/maxTransferable": { amount: "3.6" },
  "POST /sapi/v1/margin/borrow-repay": { tranId: 100_000_001 },
  "GET /sapi/v1/margin/borrow-repay": { rows: [{ asset: "BNB", status: "CONFIRMED" }], total: 1 },
  "GET /sapi/v1/margin/allPairs": [pair],
  "GET /sapi/v1/margin/isolated/allPairs": [pair],
  "GET /sapi/v1/margin/priceIndex": price,
  "GET /sapi/v1/capital/config/getall": [{ coin: "BTC", free: "0.08" }],
  "GET /sapi/v1/capital/deposit/hisrec": [moved],
  "GET /sapi/v1/capital/deposit/address": { address: "1HPn8R", coin: "BTC", tag: "" },
  "GET /sapi/v1/capital/withdraw/history": [moved],
  "POST /sapi/v1/capital/withdraw/apply": { id: "7213fea8e94b4a5593d507237e5a555b" },
  "POST /sapi/v1/asset/transfer": { tranId: 13_526_853_623 },
  "GET /sapi/v1/asset/transfer": { total: 1, rows: [{ tranId: 11_415_955_596 }] },
  "POST /sapi/v3/asset/getUserAsset": [{ asset: "AVAX", free: "1" }],
  "GET /sapi/v1/asset/tradeFee": [{ symbol: "BNBBTC", makerCommission: "0.001" }],
  "GET /sapi/v1/system/status": { status: 0, msg: "normal" },
};

/** What the routes of one server side answer. */
export function answersOf(): (route: string, visit: Visit) => unknown {
  const all = new Orders();
  const placed: Readonly<Record<string, (visit: Visit) => unknown>> = {
    "POST /sapi/v1/margin/order": ({ params, caller, nowMs }) => {
      const held = {
        account: caller?.name ?? "",
        clientId: params["newClientOrderId"] ?? "a",
      };
      return described(all.place({ ...held, placedAtMs: nowMs, asked: params }));
    },
    "GET /sapi/v1/margin/order": ({ params: { origClientOrderId: name }, caller }) => {
      if (name === undefined) return order;
      const found = all.named({ account: caller?.name ?? "", clientId: name });
      if (found === undefined) throw new No("unknownOrder");
      return { ...described(found), time: found.placedAtMs };
    },
  };
  return (route, visit) => placed[route]?.(visit) ?? bodies[route] ?? {};
}

function described({ id, clientId, asked }: HeldOrder): object {
  return { ...order, symbol: asked["symbol"], orderId: Number(id), clientOrderId: clientId };
}
