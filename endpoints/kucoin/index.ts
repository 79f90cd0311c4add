/**
 * KuCoin, spot, futures and brokers: https://www.kucoin.com/docs-new
 *
 *     limits.ts     how much, how it is reported and refused     pools.ts       what a call of a pool takes
 *     sign.ts       the signature                                schemas.ts     what answers share
 *     market.ts, orders.ts, margin.ts, futures-*.ts and so on    the endpoints, by group
 */
import { defineVenue } from "headgate";
import { account } from "./account.ts";
import { brokers } from "./broker.ts";
import { leading } from "./copy-trading.ts";
import { earning } from "./earn.ts";
import { futuresMarket } from "./futures-market.ts";
import { futuresOrders } from "./futures-orders.ts";
import { futuresPositions } from "./futures-positions.ts";
import { margin } from "./margin.ts";
import { market } from "./market.ts";
import { oldOrders } from "./old-orders.ts";
import { orders } from "./orders.ts";
import { code, limitsOf, refusals, reports } from "./limits.ts";
import type { Vip } from "./limits.ts";
import { sign } from "./sign.ts";

/**
 * KuCoin as published on 2025-11-30.
 *
 * @throws {TypeError} If there is no such VIP level.
 */
export function kucoin({ vip = 0 }: Readonly<{ vip?: Vip }> = {}) {
  return defineVenue({
    name: "kucoin",
    origin: "https://api.kucoin.com",
    limits: limitsOf(vip),
    code,
    reports,
    refusals,
    sign,
    nameOrder: (hex) => hex,
    endpoints: {
      ...account,
      ...brokers,
      ...leading,
      ...earning,
      ...futuresMarket,
      ...futuresPositions,
      ...futuresOrders,
      ...margin,
      ...market,
      ...orders,
      ...oldOrders,
    },
  });
}
