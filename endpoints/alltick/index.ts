/**
 * AllTick: https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api
 *
 *     plans.ts          what each plan allows
 *     limits.ts         what is counted, and how it is refused
 *     request.ts        the envelope, and the token
 *     klines.ts         kline stockKline
 *     batch-klines.ts   batchKline stockBatchKline
 *     ticks.ts          tradeTick stockTradeTick depthTick stockDepthTick staticInfo
 *     suspension.ts     suspensionSse suspensionNyse suspensionNasdaq
 */
import { defineVenue } from "headgate";
import { batchKlines } from "./batch-klines.ts";
import { klines } from "./klines.ts";
import { code, limitsOf, refusals } from "./limits.ts";
import { figuresOf } from "./plans.ts";
import type { Plan } from "./plans.ts";
import { sign } from "./request.ts";
import { suspension } from "./suspension.ts";
import { ticks } from "./ticks.ts";

export type { Plan } from "./plans.ts";

/**
 * The HTTP API of AllTick as one plan has it, as published on 2026-07-27. The account's `apiKey` is the
 * token; its `secret` is not used.
 *
 * @throws {TypeError} If AllTick sells no such plan.
 *
 * @example
 * const quotes = createClient(alltick({ plan: "basic" }), { account: { apiKey: token, secret: "none" } });
 * const { data } = await quotes.tradeTick({ symbol_list: [{ code: "EURUSD" }] });
 */
export const alltick = ({ plan }: Readonly<{ plan: Plan }>) => {
  const figures = figuresOf(plan);
  return defineVenue({
    name: "alltick",
    origin: "https://quote.alltick.co",
    limits: limitsOf(figures),
    everyCall: { together: 1, minute: 1, day: 1 },
    code,
    refusals,
    sign,
    endpoints: { ...klines(figures), ...batchKlines(figures), ...ticks(figures), ...suspension },
  });
};
