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
