/**
 * What Gate's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://www.gate.com/docs/developers/apiv4 (copy of 2026-05-27), read 2026-11.
 */
import type { Visit } from "headgate/emulator";
import { market } from "./server-market.ts";
import type { Answer } from "./server-market.ts";
import { orderAnswers } from "./server-orders.ts";

const position: Answer = ({ params }) => ({
  contract: params["contract"] ?? "BTC_USDT",
  size: 1,
  leverage: params["leverage"] ?? "10",
});

const account: Readonly<Record<string, Answer>> = {
  "POST /api/v4/spot/countdown_cancel_all": ({ nowMs }) => ({ triggerTime: String(nowMs) }),
  "GET /api/v4/spot/my_trades": () => [{ id: "1", order_id: "1", price: "60000", amount: "0.1" }],
  "GET /api/v4/spot/accounts": () => [
    { currency: "BTC", available: "1", locked: "0" },
    { currency: "USDT", available: "1000", locked: "0" },
  ],
  "GET /api/v4/spot/fee": () => ({ user_id: 1, taker_fee: "0.002", maker_fee: "0.002" }),
  "GET /api/v4/futures/{settle}/my_trades": () => [{ id: 1, contract: "BTC_USDT", price: "60000" }],
  "GET /api/v4/futures/{settle}/accounts": () => ({
    total: "1000",
    available: "1000",
    currency: "USDT",
  }),
  "GET /api/v4/futures/{settle}/positions": (visit) => [position(visit)],
  "POST /api/v4/futures/{settle}/positions/{contract}/leverage": position,
  "POST /api/v4/wallet/transfers": ({ nowMs }) => ({ tx_id: nowMs }),
  "GET /api/v4/wallet/total_balance": () => ({
    total: { currency: "USDT", amount: "1000" },
    details: {},
  }),
  "GET /api/v4/wallet/deposits": () => [{ id: "1", currency: "USDT", amount: "1000" }],
  "GET /api/v4/unified/accounts": () => ({ user_id: 1, balances: {} }),
};

/** The answers of one server side, by route. */
export function answersOf(): (route: string, visit: Visit) => unknown {
  const all = { ...market, ...account, ...orderAnswers() };
  return (route, visit) => (Object.hasOwn(all, route) ? all[route]?.(visit) : {});
}
