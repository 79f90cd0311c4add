/** What OKX's server side answers, in the shapes of https://www.okx.com/docs-v5/en/, read 2026-11. */
import type { Visit } from "headgate/emulator";
import { market, textOf } from "./server-market.ts";
import type { Data } from "./server-market.ts";
import { orderData } from "./server-orders.ts";

const one =
  (entry: object): Data =>
  ({ params, nowMs }) => [{ instId: textOf(params["instId"]), ts: String(nowMs), ...entry }];

const algos: Data = ({ nowMs }) => [{ algoId: String(nowMs), sCode: "0", sMsg: "" }];
const fill = one({ tradeId: "1", ordId: "1", fillPx: "60000", fillSz: "1" });

const held = (ccy: string, eq: string) => ({
  ccy,
  eq,
  cashBal: eq,
  availEq: eq,
  availBal: eq,
  frozenBal: "0",
  ordFrozen: "0",
});

const account: Readonly<Record<string, Data>> = {
  "POST /api/v5/trade/order-algo": algos,
  "POST /api/v5/trade/cancel-algos": algos,
  "POST /api/v5/trade/close-position": one({}),
  "POST /api/v5/trade/cancel-all-after": one({ triggerTime: "0" }),
  "GET /api/v5/trade/fills": fill,
  "GET /api/v5/trade/fills-history": fill,
  "GET /api/v5/trade/account-rate-limit": one({ accRateLimit: "1000", fillRatio: "0.1" }),
  "GET /api/v5/account/balance": ({ nowMs }) => [
    { totalEq: "61000", uTime: String(nowMs), details: [held("BTC", "1"), held("USDT", "1000")] },
  ],
  "GET /api/v5/account/positions": one({ pos: "1" }),
  "GET /api/v5/account/config": one({ uid: "1", acctLv: "2", posMode: "net_mode" }),
  "GET /api/v5/account/trade-fee": one({ maker: "-0.0008", taker: "-0.001" }),
  "POST /api/v5/account/set-leverage": one({ lever: "5", mgnMode: "cross" }),
};

/** The answers of one server side, by route; those about orders tell when they came in and went out, in microseconds. */
export function answersOf(): (route: string, visit: Visit) => unknown {
  const all = { ...market, ...account, ...orderData() };
  return (route, visit) => {
    const time = `${visit.nowMs}000`;
    const clock = route.startsWith("POST /api/v5/trade/") ? { inTime: time, outTime: time } : {};
    return { code: "0", msg: "", data: all[route]?.(visit) ?? [], ...clock };
  };
}
