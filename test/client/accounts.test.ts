/** Any number of accounts on one client: what they have is their buckets, and those from their first call on. */
import { createClient, VirtualClock } from "headgate";
import type { Account } from "headgate";
import { expect, test } from "vitest";
import { toy } from "../support/client-venue.ts";
import { scripted } from "../support/client-wire.ts";

const names = Array.from({ length: 1_000 }, (_, index) => `account-${index}`);
const accounts: Readonly<Record<string, Account>> = Object.fromEntries(
  names.map((name) => [name, { apiKey: `key of ${name}`, secret: "s" }]),
);

function desk() {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, () => ({ body: { free: "1", orderId: 1 } }));
  const client = createClient(toy, { accounts, clock, transport, coldStart: false });
  return { clock, client, seen };
}

test("a thousand accounts have no bucket and no timer before their first call", () => {
  const { clock, client } = desk();
  for (const name of names) client.as(name);
  expect(client.gate.levels()).toEqual([]);
  expect(clock.timers).toBe(0);
});

test("an account that orders has the buckets of its own limits, and shares those of its address", async () => {
  const { clock, client, seen } = desk();
  const few = names.slice(0, 5);
  await clock.run(Promise.all(few.map((name) => client.as(name).order({ symbol: "BTC" }))));
  expect(seen).toHaveLength(5);
  const orders = client.gate.levels().filter(({ limit }) => limit === "orders");
  expect(orders.map(({ whose }) => whose["account"])).toEqual(few);
  expect(client.gate.levels().filter(({ limit }) => limit === "weight")).toHaveLength(1);
});

test("calling for an account again makes nothing anew", () => {
  const { client } = desk();
  const maker = client.as("account-1");
  expect(client.as("account-1")).toBe(maker);
  expect(maker.order).toBe(client.as("account-1").order);
  expect(maker.order).not.toBe(client.as("account-2").order);
});
