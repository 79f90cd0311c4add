/**
 * What dYdX's indexer can be asked, all of it without a key; an account is its address on the chain.
 *
 *     https://github.com/dydxprotocol/v4-chain/tree/84d4664/indexer/services/comlink/src/controllers,
 *     read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";

/** 1 in the counter of whatever has none of its own. */
const plain = { weight: { get: 1 } };

/** `BTC-USD`. */
const ticker = z.string().min(1);
const address = z.string().min(1);
const subaccountNumber = z.number().int().min(0);
/** An account is asked for by both. */
const whose = { address, subaccountNumber };

const limit = z.number().int().min(1).max(1_000).optional();
/** ISO 8601. */
const instant = z.string().optional();
const page = { limit, createdBeforeOrAt: instant };
/** Price and size, decimal strings. */
const level = z.looseObject({ price: z.string(), size: z.string() });

const subaccount = z.looseObject({ address: z.string(), equity: z.string() });
const position = z.looseObject({ size: z.string(), side: z.string() });
const order = z.looseObject({ id: z.string(), status: z.string(), side: z.string() });

export const market = {
  perpetualMarkets: get("/v4/perpetualMarkets", {
    ...plain,
    params: z.strictObject({ ticker: ticker.optional(), limit }),
    answer: z.looseObject({
      markets: z.record(z.string(), z.looseObject({ ticker: z.string(), status: z.string() })),
    }),
  }),
  orderbook: get("/v4/orderbooks/perpetualMarket/{ticker}", {
    ...plain,
    params: z.strictObject({ ticker }),
    answer: z.looseObject({ bids: z.array(level), asks: z.array(level) }),
  }),
  trades: get("/v4/trades/perpetualMarket/{ticker}", {
    ...plain,
    params: z.strictObject({ ticker, ...page }),
    answer: z.looseObject({
      trades: z.array(z.looseObject({ id: z.string(), price: z.string(), size: z.string() })),
    }),
  }),
  candles: get("/v4/candles/perpetualMarkets/{ticker}", {
    params: z.strictObject({
      ticker,
      resolution: z.enum(["1MIN", "5MINS", "15MINS", "30MINS", "1HOUR", "4HOURS", "1DAY"]),
      limit,
      fromISO: instant,
      toISO: instant,
    }),
    answer: z.looseObject({
      candles: z.array(z.looseObject({ startedAt: z.string(), close: z.string() })),
    }),
    weight: { candles: 1 },
  }),
  historicalFunding: get("/v4/historicalFunding/{ticker}", {
    ...plain,
    params: z.looseObject({ ticker, limit }),
    answer: z.looseObject({
      historicalFunding: z.array(z.looseObject({ rate: z.string(), effectiveAt: z.string() })),
    }),
  }),
  sparklines: get("/v4/sparklines", {
    params: z.strictObject({ timePeriod: z.enum(["ONE_DAY", "SEVEN_DAYS"]) }),
    answer: z.record(z.string(), z.array(z.string())),
    weight: { sparklines: 1 },
  }),
  time: get("/v4/time", {
    ...plain,
    params: z.strictObject({}),
    answer: z.looseObject({ iso: z.string(), epoch: z.number() }),
  }),
  height: get("/v4/height", {
    ...plain,
    params: z.strictObject({}),
    answer: z.looseObject({ height: z.string(), time: z.string() }),
  }),
};

export const account = {
  addresses: get("/v4/addresses/{address}", {
    ...plain,
    params: z.strictObject({ address, limit }),
    answer: z.looseObject({ subaccounts: z.array(subaccount) }),
  }),
  subaccount: get("/v4/addresses/{address}/subaccountNumber/{subaccountNumber}", {
    ...plain,
    params: z.strictObject(whose),
    answer: z.looseObject({ subaccount }),
  }),
  perpetualPositions: get("/v4/perpetualPositions", {
    ...plain,
    params: z.strictObject({ ...whose, status: z.string().optional(), limit }),
    answer: z.looseObject({ positions: z.array(position) }),
  }),
  assetPositions: get("/v4/assetPositions", {
    ...plain,
    params: z.strictObject(whose),
    answer: z.looseObject({ positions: z.array(position) }),
  }),
  orders: get("/v4/orders", {
    params: z.looseObject({ ...whose, ticker: ticker.optional(), limit }),
    answer: z.array(order),
    weight: { orders: 1 },
  }),
  order: get("/v4/orders/{orderId}", {
    params: z.strictObject({ orderId: z.string().min(1) }),
    answer: order,
    weight: { orders: 1 },
  }),
  fills: get("/v4/fills", {
    params: z.looseObject({ ...whose, market: ticker.optional(), ...page }),
    answer: z.looseObject({
      fills: z.array(z.looseObject({ id: z.string(), price: z.string(), size: z.string() })),
    }),
    weight: { fills: 1 },
  }),
  transfers: get("/v4/transfers", {
    ...plain,
    params: z.strictObject({ ...whose, ...page }),
    answer: z.looseObject({ transfers: z.array(z.looseObject({ id: z.string() })) }),
  }),
  historicalPnl: get("/v4/historical-pnl", {
    params: z.looseObject({ ...whose, limit }),
    answer: z.looseObject({ historicalPnl: z.array(z.looseObject({ equity: z.string() })) }),
    weight: { historicalPnl: 1 },
  }),
  pnl: get("/v4/pnl", {
    params: z.looseObject({ ...whose, limit }),
    answer: z.looseObject({ pnl: z.array(z.looseObject({ equity: z.string() })) }),
    weight: { pnl: 1 },
  }),
  fundingPayments: get("/v4/fundingPayments", {
    params: z.looseObject({ ...whose, limit }),
    answer: z.looseObject({ fundingPayments: z.array(z.looseObject({ payment: z.string() })) }),
    weight: { fundingPayments: 1 },
  }),
};
