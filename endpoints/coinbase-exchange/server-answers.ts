/**
 * What Coinbase Exchange's server side answers.
 * https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/introduction, read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { Visit } from "headgate/emulator";

type Body = (visit: Visit) => unknown;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const product = { id: "BTC-USD", base_currency: "BTC", quote_currency: "USD", status: "online" };
const level = ["60000.00", "0.5", 3];
const order = { id: "d0c5340b", product_id: "BTC-USD", status: "open", side: "buy", size: "1" };

export const open: Readonly<Record<string, Body>> = {
  "GET /time": ({ nowMs }) => ({ iso: "2026-11-01T00:00:00.000Z", epoch: nowMs / 1_000 }),
  "GET /products": () => [product],
  "GET /products/{product_id}": ({ params }) => ({ ...product, id: text(params["product_id"]) }),
  "GET /products/{product_id}/book": () => ({ bids: [level], asks: [level], sequence: 1 }),
  "GET /products/{product_id}/ticker": () => ({ price: "60000", bid: "60000", ask: "60001" }),
  "GET /products/{product_id}/trades": () => [{ trade_id: 1, price: "60000", side: "buy" }],
  "GET /products/{product_id}/candles": ({ nowMs }) => [
    [Math.floor(nowMs / 60_000) * 60, 59_990, 60_010, 60_000, 60_005, 12],
  ],
  "GET /products/{product_id}/stats": () => ({ open: "60000", last: "60001", volume: "12" }),
};

export const ofProfile: Readonly<Record<string, Body>> = {
  "GET /orders": () => [order],
  "GET /orders/{order_id}": ({ params }) => ({ ...order, id: text(params["order_id"]) }),
  "DELETE /orders/client:{client_oid}": ({ params }) => text(params["client_oid"]),
  "DELETE /orders/{order_id}": ({ params }) => text(params["order_id"]),
  "DELETE /orders": () => [order.id],
  "GET /accounts": () => [{ id: "71452118", currency: "USD", balance: "1000" }],
  "GET /fees": () => ({ taker_fee_rate: "0.006", maker_fee_rate: "0.004" }),
  "GET /profiles": () => [{ id: "86602c68", name: "default" }],
};

/** Placing an order, and showing it by its owner's name for it. */
export function placing(): Readonly<Record<"placed" | "shown", Body>> {
  const orders = new Orders(
    (count) => `d0c5340b-0000-4000-8000-${String(count).padStart(12, "0")}`,
  );
  return {
    placed: ({ params, caller, nowMs }) => {
      const held = { account: caller?.name ?? "", clientId: text(params["client_oid"]) };
      const { id } = orders.place({ ...held, placedAtMs: nowMs, asked: params });
      return { ...order, ...params, id };
    },
    shown: ({ params, caller }) => {
      const found = orders.named({ account: caller?.name ?? "", clientId: params["client_oid"] });
      if (found === undefined) throw new No("unknownOrder");
      return { ...order, ...found.asked, id: found.id };
    },
  };
}
export const fills: Body = () => [{ trade_id: 1, order_id: order.id, size: "1" }];
