/** Whose limits an answer speaks of: everybody's where it is public, else those of its account. */
import {
  MemoryLedger,
  VirtualClock,
  createClient,
  defineVenue,
  fetchTransport,
  get,
} from "headgate";
import { expect, test } from "vitest";
import { z } from "zod";

const nothing = { params: z.strictObject({}), answer: z.unknown() };

const venue = defineVenue({
  name: "tiers",
  origin: "https://tiers.example.com",
  limits: {
    orders: { counted: "rolling-window", windowMs: 1_000, max: 100, per: ["account"] },
    reads: { counted: "rolling-window", windowMs: 1_000, max: 100, per: ["ip"] },
  },
  reports: [
    ({ body }) => {
      const { data } = z.looseObject({ orders: z.number() }).safeParse(body);
      return data === undefined ? {} : { orders: { max: data.orders } };
    },
  ],
  refusals: [],
  sign: (request) => request,
  endpoints: {
    limits: get("/limits", { ...nothing, weight: { reads: 1 } }),
    tier: get("/tier", { ...nothing, auth: "signed", weight: { reads: 1 } }),
    order: get("/order", { ...nothing, auth: "signed", weight: { orders: 1 } }),
  },
});

const told = async (url: string | URL | Request): Promise<Response> =>
  Response.json(
    { "/limits": { orders: 300 }, "/tier": { orders: 500 } }[
      new URL(url instanceof Request ? url.url : url).pathname
    ] ?? {},
  );

function desk() {
  const clock = new VirtualClock();
  const account = (apiKey: string) => ({ apiKey, secret: "secret" });
  const client = createClient(venue, {
    accounts: { maker: account("maker-key"), taker: account("taker-key") },
    transport: fetchTransport(told),
    ledger: new MemoryLedger({ clock }),
    clock,
  });
  const orders = (): readonly (readonly [string | undefined, number])[] =>
    client.gate
      .levels()
      .flatMap(({ limit, whose, max }) =>
        limit === "orders" ? [[whose["account"], max] as const] : [],
      );
  return { client, orders };
}

test("a public answer changes the limits of every account", async () => {
  const { client, orders } = desk();
  await client.as("maker").order();
  await client.limits();
  await client.as("taker").order();
  expect(orders()).toEqual([
    ["maker", 300],
    ["taker", 300],
  ]);
});

test("an account's answer changes its own limits and nobody else's", async () => {
  const { client, orders } = desk();
  await client.as("maker").order();
  await client.as("taker").order();
  await client.as("maker").tier();
  expect(orders()).toEqual([
    ["maker", 500],
    ["taker", 100],
  ]);
});

test("an account's answer holds for its bucket that is yet to come", async () => {
  const { client, orders } = desk();
  await client.as("maker").tier();
  await client.as("taker").order();
  await client.as("maker").order();
  expect(orders()).toEqual([
    ["taker", 100],
    ["maker", 500],
  ]);
});

const perCategory = defineVenue({
  name: "categories",
  origin: "https://categories.example.com",
  limits: {
    orders: { counted: "rolling-window", windowMs: 1_000, max: 100, per: ["ip", "category"] },
    reads: { counted: "rolling-window", windowMs: 1_000, max: 1_000, per: ["ip"] },
  },
  reports: [({ body }) => z.looseObject({ orders: z.any(), reads: z.any() }).parse(body)],
  refusals: [],
  endpoints: {
    order: get("/order", {
      params: z.strictObject({ category: z.string() }),
      answer: z.unknown(),
      weight: { orders: 1, reads: 1 },
    }),
  },
});

async function afterOrders(
  body: object,
): Promise<readonly (readonly [string, number, number | undefined])[]> {
  const clock = new VirtualClock();
  const client = createClient(perCategory, {
    transport: fetchTransport(async (url) => {
      const linear = new URL(url instanceof Request ? url.url : url).search.includes("linear");
      return Response.json(linear ? body : { orders: {}, reads: {} });
    }),
    ledger: new MemoryLedger({ clock }),
    clock,
    coldStart: false,
  });
  for (const category of ["spot", "linear"]) await client.order({ category });
  return client.gate
    .levels()
    .flatMap(({ limit, whose, max, used }) =>
      limit.startsWith("@") ? [] : [[whose["category"] ?? limit, max, used] as const],
    );
}

test("the figure of one category is not taken for another's", async () => {
  expect(await afterOrders({ orders: { max: 20 }, reads: {} })).toEqual([
    ["spot", 100, undefined],
    ["reads", 1_000, undefined],
    ["linear", 20, undefined],
  ]);
});

test("what remains is read against the limit that is told with it", async () => {
  expect(await afterOrders({ orders: {}, reads: { max: 200, remaining: 150 } })).toEqual([
    ["spot", 100, undefined],
    ["reads", 200, 50],
    ["linear", 100, undefined],
  ]);
});
