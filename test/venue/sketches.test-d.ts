/** What a declaration and its client say in types about very different exchanges, and what does not compile. */
import { createClient, defineVenue, get, post } from "headgate";
import type { Client, Limit, Reader, Refusal } from "headgate";
import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { deribit } from "./sketches-scopes.ts";
import type { binanceSapi, upbit } from "./sketches-scopes.ts";
import { krakenSpot, kucoin, okx } from "./sketches.ts";
import type { hyperliquid } from "./sketches.ts";

declare const client: {
  okx: Client<typeof okx, "maker">;
  kucoin: Client<ReturnType<typeof kucoin>>;
  kraken: Client<ReturnType<typeof krakenSpot>>;
  hyperliquid: Client<typeof hyperliquid>;
  upbit: Client<typeof upbit>;
  sapi: Client<typeof binanceSapi>;
};

const perIp: Limit = { counted: "unknown", windowMs: 1_000, max: 1, per: ["ip"] };
const spec = { params: z.strictObject({ symbol: z.string() }), answer: z.unknown() };

/** A venue without the one mistake. */
const sound = {
  name: "sketch",
  origin: "https://example.com",
  refusals: [],
  endpoints: {},
} as const;

describe("names of limits", () => {
  test("they are those of the venue, also where a function makes it", () => {
    expectTypeOf<keyof typeof okx.limits>().toEqualTypeOf<"orders" | "place" | "placeBatch">();
    type Kucoin = ReturnType<typeof kucoin>["limits"];
    expectTypeOf<keyof Kucoin>().toEqualTypeOf<"spot" | "management" | "open">();
    type Upbit = "market" | "candle" | "default" | "order" | "order-cancel-all";
    expectTypeOf<keyof typeof upbit.limits>().toEqualTypeOf<Upbit>();
    expectTypeOf(okx.endpoints.placeOrder.drawsFrom).toEqualTypeOf<
      readonly ("place" | "orders")[]
    >();
  });

  test("a wrong one does not compile: in a weight, a refusal, a report, a setting, a draw", () => {
    const limits = { perIp } as const;
    const weight = get("/w", { ...spec, weight: { perIP: 1 } });
    // @ts-expect-error: a weight for a limit that does not exist
    expectTypeOf(defineVenue({ ...sound, limits, endpoints: { weight } })).toBeObject();
    const own = get("/w", { ...spec, own: perIp, weight: { own: 1, perIP: 1 } });
    // @ts-expect-error: one beside the endpoint's own
    expectTypeOf(defineVenue({ ...sound, limits, endpoints: { own } })).toBeObject();
    const row = { status: 429, kind: "quota", limits: ["perIP"], executed: "no" } as const;
    // @ts-expect-error: a refusal of a limit that does not exist
    expectTypeOf(defineVenue({ ...sound, limits, refusals: [row] })).toBeObject();
    // @ts-expect-error: a report about a limit that does not exist
    expectTypeOf(() => ({ perIP: { used: 1 } })).toExtend<Reader<"perIp">>();
    // @ts-expect-error: a setting of a limit that does not exist
    expectTypeOf(createClient(okx, { limits: { order: { max: 1 } } })).toBeObject();
    // @ts-expect-error: a draw from a limit that does not exist
    expectTypeOf(client.okx.gate.price({ order: 1 })).toBeObject();
  });

  test("a refusal of a kind that does not exist does not compile", () => {
    const row = { status: 429, executed: "no" } as const;
    expectTypeOf({ ...row, kind: "overload" } as const).toExtend<Refusal<"perIp">>();
    // @ts-expect-error: no such kind
    expectTypeOf({ ...row, kind: "busy" } as const).toExtend<Refusal<"perIp">>();
  });

  test("a limit that says not how it is counted does not compile", () => {
    expectTypeOf({ ...perIp, counted: "bucket", refillPerSecond: 1 } as const).toExtend<Limit>();
    // @ts-expect-error: a bucket refills
    expectTypeOf({ counted: "bucket", max: 1, per: ["ip"] } as const).toExtend<Limit>();
    // @ts-expect-error: a window has a length
    expectTypeOf({ counted: "unknown", max: 1, per: ["ip"] } as const).toExtend<Limit>();
    const phaseless = { counted: "fixed-window", windowMs: 1_000, max: 1, per: ["ip"] } as const;
    // @ts-expect-error: a fixed window starts somewhere
    expectTypeOf(phaseless).toExtend<Limit>();
  });
});

describe("parameters", () => {
  test("a weight, a hint and the name of an order know them", () => {
    const said = { ...spec, weight: { perIp: 1 } };
    expectTypeOf(post("/p", { ...said, hints: ["symbol"], clientId: "symbol" })).toBeObject();
    // @ts-expect-error: a hint is a parameter
    expectTypeOf(post("/p", { ...said, hints: ["ageMs"] })).toBeObject();
    // @ts-expect-error: so is the name of an order
    expectTypeOf(post("/p", { ...said, clientId: "cl_ord_id" })).toBeObject();
    const weight = post("/p", {
      ...spec,
      // @ts-expect-error: so is what a weight depends on
      weight: { perIp: ({ ageMs }) => (ageMs < 5_000 ? 8 : 0) },
    });
    expectTypeOf(weight).toBeObject();
  });

  test("an unknown or a missing one does not compile in a call and in an estimate", () => {
    expectTypeOf(client.okx.books).toBeCallableWith({ instId: "BTC-USDT" });
    const { books } = client.okx;
    // @ts-expect-error: no such parameter
    expectTypeOf(books.estimate({ instId: "BTC-USDT", depth: 5 })).toBeObject();
    // @ts-expect-error: a batch is a list of orders
    expectTypeOf(client.okx.placeBatch({ orders: "BTC-USDT" })).toBeObject();
    // @ts-expect-error: the pair is a hint, and prices the call
    expectTypeOf(client.kraken.cancelOrder({ txid: "OABC", ageMs: 0 })).toBeObject();
    // @ts-expect-error: candles have no such unit
    expectTypeOf(client.upbit.minuteCandles({ unit: 2, market: "KRW-BTC" })).toBeObject();
    // @ts-expect-error: a snapshot is of something
    expectTypeOf(client.sapi.accountSnapshot()).toBeObject();
  });

  test("what has a default or is made by the declaration need not be said", () => {
    expectTypeOf(client.hyperliquid.l2Book).toBeCallableWith({ coin: "BTC" });
    expectTypeOf(client.hyperliquid.order).toBeCallableWith({ orders: [] });
    expectTypeOf(client.sapi.crossMarginData).toBeCallableWith();
    expectTypeOf(client.kucoin.allTickers).toBeCallableWith();
    type Order = z.output<typeof hyperliquid.endpoints.order.params>;
    expectTypeOf<Order["action"]["type"]>().toEqualTypeOf<"order">();
  });
});

describe("a venue that a function makes", () => {
  test("has the plans that there are", () => {
    expectTypeOf(kucoin).parameter(0).toEqualTypeOf<Readonly<{ vip: 0 | 1 | 2 | 3 | 4 }>>();
    // @ts-expect-error: no such tier
    expectTypeOf(krakenSpot({ tier: "gold" })).toBeObject();
    // @ts-expect-error: no such tier
    expectTypeOf(deribit({ tier: 5 })).toBeObject();
  });

  test("accounts and endpoints are those that there are", () => {
    // @ts-expect-error: nobody is called so
    expectTypeOf(client.okx.as("nobody")).toBeObject();
    expectTypeOf(client.okx.as("maker")).toEqualTypeOf(client.okx);
    expectTypeOf(client.okx).not.toHaveProperty("withdraw");
  });
});
