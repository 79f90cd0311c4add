/**
 * What KuCoin's server side answers: the shapes of the documentation's examples, for whatever is asked.
 * https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, read 2026-11.
 */
import type { Visit } from "headgate/emulator";
import { futuresMarket, ofSymbol, spotMarket } from "./server-market.ts";
import type { Data } from "./server-market.ts";
import { futuresOrders, spotOrders } from "./server-orders.ts";

type Answers = Readonly<Record<string, Data>>;

const held = (currency: string, balance: string, { params }: Visit) => ({
  id: `a-${currency}`,
  currency,
  type: params["type"] ?? "trade",
  balance,
  available: balance,
  holds: "0",
});

const spotAccount: Answers = {
  "GET /api/ua/v1/account/mode": () => ({ selfAccountMode: "CLASSIC" }),
  "GET /api/v1/accounts": (visit) => [held("BTC", "1", visit), held("USDT", "1000", visit)],
  // Whether the account trades through the fast matching, as all do by now.
  "GET /api/v1/hf/accounts/opened": () => true,
  "GET /api/v1/hf/fills": () => ({ items: [{ price: "60000", size: "1" }], lastId: 1 }),
};

const futuresAccount: Answers = {
  "GET /api/v1/account-overview": () => ({ accountEquity: 1_000, currency: "USDT" }),
  "GET /api/v1/position": ofSymbol,
  "GET /api/v1/positions": (visit) => [ofSymbol(visit)],
};

/** The answers of one server side, by host and route. */
export const answersOf = (): Readonly<Record<"spot" | "futures" | "broker", Answers>> => ({
  spot: { ...spotMarket, ...spotAccount, ...spotOrders() },
  futures: { ...futuresMarket, ...futuresAccount, ...futuresOrders() },
  broker: {},
});

/** What is in none of them is answered with nothing. */
export function answerOf(answers: Answers, route: string, visit: Visit): unknown {
  return { code: "200000", data: answers[route]?.(visit) ?? {} };
}
