/**
 * Orders and cancels of Deribit: requests to the matching engine, of spot instruments to a limit of their own.
 *
 *     https://docs.deribit.com/articles/rate-limits (copy of 2026-02-23),
 *     https://asia.deribit.com/pages/information/rate-limits (2020-11-30), read 2026-11.
 *
 * All of it goes by GET, as Deribit takes every method. A `label` is not unique: it protects from nothing, and is
 * what an order is found by.
 */
import { get } from "headgate";
import { z } from "zod";
import { findable } from "./outcomes.ts";
import { currency, instrument_name, kind, order, resultOf, anything } from "./schemas.ts";

const changing = { auth: "signed", changes: true } as const;
const cancelling = { ...changing, priority: "urgent", idempotent: true } as const;

/** What says whether a call is about spot: its instrument, or a kind. */
type Meant = Readonly<{ instrument_name?: unknown; kind?: unknown }>;

/** `BTC_USDC` is spot, `BTC-PERPETUAL` and `BTC_USDC-PERPETUAL` are not. Unknown where nothing says so. */
function isSpot({ instrument_name: instrument, kind: of }: Meant): boolean | undefined {
  if (typeof instrument === "string") return !instrument.includes("-");
  return typeof of === "string" ? of === "spot" : undefined;
}

/** One request to one of the two; to both where it may be either. */
const engine = {
  matching: (params: Meant): number => (isSpot(params) === true ? 0 : 1),
  spot: (params: Meant): number => (isSpot(params) === false ? 0 : 1),
};

/** Whether all currencies are meant: that has a limit of its own. */
const meansAll = ({ currency: of }: Readonly<{ currency?: unknown }>): boolean =>
  of === undefined || of === "any";

const newOrder = {
  params: z.looseObject({
    instrument_name,
    amount: z.number().optional(),
    contracts: z.number().optional(),
    type: z.enum(["limit", "stop_limit", "take_limit", "market", "stop_market"]).optional(),
    price: z.number().optional(),
    time_in_force: z.string().optional(),
    post_only: z.boolean().optional(),
    reduce_only: z.boolean().optional(),
    label: z.string().max(64).optional(),
    /** Epoch ms after which it is not carried out any more. */
    valid_until: z.number().int().optional(),
  }),
  answer: resultOf(z.looseObject({ order, trades: z.array(z.looseObject({})) })),
  weight: engine,
  clientId: "label",
  outcome: findable,
} as const;

const ofOrder = { order_id: z.string().min(1) };

/** Only prices the call: without it, a limit of spot and one of all else are both taken from. */
const hinted = { instrument_name: instrument_name.optional() };
const hints = ["instrument_name"] as const;

const cancelled = resultOf(z.number());

export const orders = {
  buy: get("/api/v2/private/buy", { ...changing, ...newOrder }),
  sell: get("/api/v2/private/sell", { ...changing, ...newOrder }),

  edit: get("/api/v2/private/edit", {
    ...changing,
    params: z.looseObject({
      ...ofOrder,
      ...hinted,
      amount: z.number().optional(),
      price: z.number().optional(),
    }),
    answer: newOrder.answer,
    hints,
    weight: engine,
  }),
  editByLabel: get("/api/v2/private/edit_by_label", { ...changing, ...anything, weight: engine }),

  closePosition: get("/api/v2/private/close_position", {
    ...changing,
    params: z.strictObject({
      instrument_name,
      type: z.enum(["limit", "market"]),
      price: z.number().optional(),
    }),
    answer: newOrder.answer,
    weight: engine,
  }),

  verifyBlockTrade: get("/api/v2/private/verify_block_trade", {
    ...changing,
    ...anything,
    weight: { matching: 1 },
  }),
  executeBlockTrade: get("/api/v2/private/execute_block_trade", {
    ...changing,
    ...anything,
    weight: { matching: 1 },
  }),
};

export const cancels = {
  cancel: get("/api/v2/private/cancel", {
    ...cancelling,
    params: z.strictObject({ ...ofOrder, ...hinted }),
    answer: resultOf(order),
    hints,
    weight: engine,
  }),

  cancelAll: get("/api/v2/private/cancel_all", {
    ...cancelling,
    params: z.strictObject({}),
    answer: cancelled,
    weight: { cancelAll: 1 },
  }),
  cancelAllByInstrument: get("/api/v2/private/cancel_all_by_instrument", {
    ...cancelling,
    params: z.strictObject({ instrument_name, type: z.string().optional() }),
    answer: cancelled,
    weight: engine,
  }),
  cancelAllByCurrency: get("/api/v2/private/cancel_all_by_currency", {
    ...cancelling,
    params: z.strictObject({ currency, kind: kind.optional(), type: z.string().optional() }),
    answer: cancelled,
    weight: engine,
  }),
  /** Unconfirmed: counted as the others. */
  cancelAllByCurrencyPair: get("/api/v2/private/cancel_all_by_currency_pair", {
    ...cancelling,
    ...anything,
    weight: engine,
  }),
  cancelAllByKindOrType: get("/api/v2/private/cancel_all_by_kind_or_type", {
    ...cancelling,
    params: z.looseObject({
      currency: z.union([currency, z.array(currency)]).optional(),
      kind: z.union([kind, z.array(kind)]).optional(),
    }),
    answer: cancelled,
    weight: {
      cancelAll: (params) => (meansAll(params) ? 1 : 0),
      matching: (params) => (meansAll(params) ? 0 : engine.matching(params)),
      spot: (params) => (meansAll(params) ? 0 : engine.spot(params)),
    },
  }),
  cancelByLabel: get("/api/v2/private/cancel_by_label", {
    ...cancelling,
    params: z.strictObject({ label: z.string().min(1).max(64), currency: currency.optional() }),
    answer: cancelled,
    weight: {
      cancelAll: (params) => (meansAll(params) ? 1 : 0),
      matching: (params) => (meansAll(params) ? 0 : 1),
    },
  }),
};
