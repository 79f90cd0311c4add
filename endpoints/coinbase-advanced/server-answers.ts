/**
 * What Coinbase Advanced Trade's server side answers.
 * https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/rest-api, read 2026-11.
 */
import type { Visit } from "headgate/emulator";

type Body = (visit: Visit) => unknown;

const product = { product_id: "BTC-USD", price: "60000", status: "online" };
const level = { price: "60000", size: "0.5" };
const pricebook = { product_id: "BTC-USD", bids: [level], asks: [level] };
const candles: Body = () => ({ candles: [{ start: "1793491200", low: "59990", high: "60010" }] });
const held = { uuid: "8bfc20d7", currency: "BTC", available_balance: { value: "1" } };
const order = { order_id: "0000-000000", product_id: "BTC-USD", status: "OPEN" };

export const open: Readonly<Record<string, Body>> = {
  "GET /time": ({ nowMs }) => ({ iso: "2026-11-01T00:00:00Z", epochMillis: String(nowMs) }),
  "GET /market/products": () => ({ products: [product], num_products: 1 }),
  "GET /market/products/{product_id}": () => product,
  "GET /market/products/{product_id}/candles": candles,
  "GET /market/products/{product_id}/ticker": () => ({
    trades: [{ trade_id: "1", price: "60000" }],
  }),
  "GET /market/product_book": () => ({ pricebook }),
};

export const ofUser: Readonly<Record<string, Body>> = {
  "GET /products": () => ({ products: [product], num_products: 1 }),
  "GET /products/{product_id}/candles": candles,
  "GET /best_bid_ask": () => ({ pricebooks: [pricebook] }),
  "GET /product_book": () => ({ pricebook }),
  "POST /orders": ({ nowMs }) => ({ success: true, success_response: { order_id: `o-${nowMs}` } }),
  "POST /orders/batch_cancel": ({ params }) => {
    const ids: unknown = params["order_ids"];
    const all: readonly unknown[] = Array.isArray(ids) ? ids : [];
    return { results: all.map((id) => ({ success: true, failure_reason: "", order_id: id })) };
  },
  "POST /orders/edit": () => ({ success: true, errors: [] }),
  "POST /orders/preview": () => ({ order_total: "60000", commission_total: "1", errs: [] }),
  "GET /orders/historical/batch": () => ({ orders: [order], has_next: false, cursor: "" }),
  "GET /orders/historical/fills": () => ({ fills: [{ trade_id: "1", price: "60000" }] }),
  "GET /orders/historical/{order_id}": () => ({ order }),
  "GET /accounts": () => ({ accounts: [held], has_next: false, cursor: "" }),
  "GET /accounts/{account_uuid}": () => ({ account: held }),
  "GET /transaction_summary": () => ({ total_volume: 0, fee_tier: { maker_fee_rate: "0.006" } }),
  "GET /portfolios": () => ({ portfolios: [{ uuid: "ae5d9bb1", name: "Default" }] }),
  "GET /cfm/positions": () => ({ positions: [] }),
};
