/** What a declaration says in types: names of limits, parameters of weights, hints. */
import { defineVenue, get, headerNumber, post } from "headgate";
import type { Answer, Endpoint, Limit, Reader, Refusal, Venue } from "headgate";
import type { binanceSpot } from "headgate/endpoints/binance-spot";
import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";

const requestWeight: Limit = { counted: "unknown", windowMs: 1_000, max: 1, per: ["ip"] };
const params = z.object({ limit: z.number().optional() });
const answer = z.object({ rows: z.array(z.string()) });

/** The rest of a declaration, for those that have one mistake. */
const typo = { name: "typo", origin: "https://example.com", limits: { requestWeight } } as const;

describe("defineVenue", () => {
  const venue = defineVenue({
    name: "typed",
    origin: "https://example.com",
    limits: { requestWeight, orders: { counted: "open", max: 1, per: ["account"] } },
    everyCall: { requestWeight: 1 },
    reports: [(given) => ({ orders: { used: headerNumber(given, "x-used") ?? 0 }, own: {} })],
    refusals: [{ status: 429, kind: "quota", executed: "no", limits: ["orders", "own"] }],
    endpoints: {
      rows: get("/rows", { params, answer, weight: { requestWeight: ({ limit = 100 }) => limit } }),
      own: get("/own", { params, answer, own: requestWeight, weight: { own: 1 } }),
    },
  });

  test("the limits of a venue are known by name", () => {
    expectTypeOf<keyof typeof venue.limits>().toEqualTypeOf<"requestWeight" | "orders">();
    expectTypeOf(venue).toExtend<Venue<"requestWeight" | "orders">>();
  });

  test("an endpoint keeps its schemas and what it draws from", () => {
    type Rows = Endpoint<typeof params, typeof answer, "requestWeight">;
    expectTypeOf(venue.endpoints.rows).toEqualTypeOf<Rows>();
    expectTypeOf(venue.endpoints.own.drawsFrom).toEqualTypeOf<readonly "own"[]>();
  });

  test("a weight of a limit that does not exist does not compile", () => {
    const ping = get("/ping", { params, answer, weight: { requestWeigth: 1 } });
    // @ts-expect-error: a weight for a limit that does not exist
    expectTypeOf(defineVenue({ ...typo, refusals: [], endpoints: { ping } })).toBeObject();
  });

  test("a refusal of a limit that does not exist does not compile", () => {
    const row = { status: 429, kind: "quota", executed: "no", limits: ["orders"] } as const;
    // @ts-expect-error: a refusal of a limit that does not exist
    expectTypeOf(defineVenue({ ...typo, refusals: [row], endpoints: {} })).toBeObject();
  });

  test("an unknown limit for every call does not compile", () => {
    const everyCall = { requestWeigth: 1 };
    // @ts-expect-error: a limit that does not exist
    expectTypeOf(defineVenue({ ...typo, everyCall, refusals: [], endpoints: {} })).toBeObject();
  });

  test("a report of a limit that does not exist does not compile", () => {
    expectTypeOf<Parameters<Reader<"requestWeight">>>().toEqualTypeOf<[answer: Answer]>();
    expectTypeOf(() => ({ requestWeight: { used: 1 } })).toExtend<Reader<"requestWeight">>();
    // @ts-expect-error: a limit that does not exist
    expectTypeOf(() => ({ requestWeigth: { used: 1 } })).toExtend<Reader<"requestWeight">>();
  });
});

describe("get and post", () => {
  test("a weight's function knows the parameters, and what the answer holds", () => {
    const known = post("/typed", {
      params,
      answer,
      weight: {
        requestWeight: {
          reserve: ({ limit = 1 }) => limit,
          actual: ({ body }) => body?.rows.length ?? 0,
        },
      },
    });
    expectTypeOf(known.drawsFrom).toEqualTypeOf<readonly "requestWeight"[]>();
    const unknown = get("/typed", {
      params,
      answer,
      // @ts-expect-error: the weight's function knows the parameters
      weight: { requestWeight: ({ limitt = 100 }) => limitt },
    });
    expectTypeOf(unknown).toBeObject();
  });

  test("a hint is a parameter, and so is the name of an order", () => {
    const said = { params, answer, weight: { requestWeight: 1 } };
    expectTypeOf(post("/typed", { ...said, hints: ["limit"], clientId: "limit" })).toBeObject();
    // @ts-expect-error: a hint is a parameter
    expectTypeOf(post("/typed", { ...said, hints: ["pair"] })).toBeObject();
    // @ts-expect-error: so is the name of an order
    expectTypeOf(post("/typed", { ...said, clientId: "orderLinkId" })).toBeObject();
  });

  test("how an order is found out about knows its parameters", () => {
    const said = { params, answer, weight: { requestWeight: 1 }, clientId: "limit" } as const;
    const outcome = { ask: "order", settleMs: () => 0, answer: ({ body }: Answer) => body };
    const by = ({ limit }: Readonly<{ limit?: number | undefined }>) => ({ id: limit });
    expectTypeOf(post("/typed", { ...said, outcome: { ...outcome, by } })).toBeObject();
    const wrong = ({ pair }: Readonly<{ pair: string }>) => ({ id: pair });
    // @ts-expect-error: an order of this endpoint has no pair
    expectTypeOf(post("/typed", { ...said, outcome: { ...outcome, by: wrong } })).toBeObject();
  });

  test("what has no weight does not compile", () => {
    // @ts-expect-error: what has no weight cannot be called
    expectTypeOf(get("/typed", { params, answer })).toBeObject();
  });

  test("a refusal says whether anything was executed", () => {
    const row = { status: 429, kind: "quota" } as const;
    expectTypeOf({ ...row, executed: "no" } as const).toExtend<Refusal<"requestWeight">>();
    // @ts-expect-error: "no" is to be proven, so it is to be said
    expectTypeOf(row).toExtend<Refusal<"requestWeight">>();
  });
});

describe("binanceSpot", () => {
  type Endpoints = (typeof binanceSpot)["endpoints"];

  test("its limits and endpoints are known by name", () => {
    type Orders = "orders10s" | "orders1d";
    type Limits = keyof (typeof binanceSpot)["limits"];
    expectTypeOf<Limits>().toEqualTypeOf<"requestWeight" | "rawRequests" | Orders>();
    type Public = "time" | "exchangeInfo" | "depth" | "ticker24hr";
    type Signed = "account" | "openOrders" | "newOrder" | "cancelOrder";
    expectTypeOf<Public | Signed>().toExtend<keyof Endpoints>();
  });

  test("a book's levels are pairs of strings", () => {
    type Level = readonly [price: string, quantity: string];
    type Book = z.output<Endpoints["depth"]["answer"]>;
    expectTypeOf<Book["bids"]>().toEqualTypeOf<readonly Level[]>();
    type Status = "TRADING" | "HALT" | "BREAK" | "CANCEL_ONLY";
    type Params = { symbol: string; limit?: number | undefined; symbolStatus?: Status | undefined };
    expectTypeOf<z.input<Endpoints["depth"]["params"]>>().toEqualTypeOf<Params>();
  });
});
