/** How a declaration has its requests written: where parameters go, how lists are, which host. */
import {
  MemoryLedger,
  RefusedError,
  VirtualClock,
  createClient,
  defineVenue,
  del,
  patch,
  post,
} from "headgate";
import type { Limit, Venue } from "headgate";
import { expect, test } from "vitest";
import { z } from "zod";
import { rejection, scripted } from "../support/client-wire.ts";

const limits = {
  calls: { counted: "rolling-window", windowMs: 1_000, max: 100, per: ["ip"] },
} as const satisfies Readonly<Record<string, Limit>>;
const any = { params: z.looseObject({}), answer: z.unknown(), weight: { calls: 1 } } as const;

const spread = defineVenue({
  name: "spread",
  origin: "https://spread.example",
  limits,
  refusals: [],
  sends: "form",
  lists: "repeated",
  endpoints: {
    order: post("/orders", any),
    amend: patch("/orders/{id}", { ...any, sends: "json" }),
    batch: post("/batch", { ...any, body: ({ orders }) => orders }),
    cancel: del("/orders", any),
    cancelMany: del("/orders/many", { ...any, sends: "json" }),
    elsewhere: post("/futures", { ...any, origin: "https://futures.example" }),
  },
});

function bench(origin?: string) {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, () => ({}));
  const ledger = new MemoryLedger({ clock });
  const client = createClient(spread, {
    clock,
    ledger,
    transport,
    coldStart: false,
    ...(origin === undefined ? {} : { origin }),
  });
  return { clock, client, last: () => seen.at(-1) };
}

test("parameters go into a form, a JSON body or the query, as the venue or the endpoint says", async () => {
  const { client, last } = bench();
  await client.order({ pair: "BTC/USD", price: 1e-7, states: ["a", "b"] });
  expect(last()).toMatchObject({
    body: "pair=BTC%2FUSD&price=0.0000001&states=a&states=b",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  await client.amend({ id: "a/1", price: "2" });
  expect(last()).toMatchObject({ method: "PATCH", body: '{"price":"2"}' });
  expect(last()?.url.pathname).toBe("/orders/a%2F1");
  await client.cancel({ ids: [1, 2] });
  expect(last()?.url.search).toBe("?ids=1&ids=2");
  await client.cancelMany({ ids: [1, 2] });
  expect(last()).toMatchObject({ method: "DELETE", body: '{"ids":[1,2]}' });
});

test("a body can be another one than the object of the parameters", async () => {
  const { client, last } = bench();
  await client.batch({ orders: [{ id: 1 }, { id: 2 }] });
  expect(last()).toMatchObject({
    body: '[{"id":1},{"id":2}]',
    headers: { "content-type": "application/json" },
  });
});

test("an endpoint may be on another host, unless the client has one of its own", async () => {
  const { client, last } = bench();
  await client.elsewhere({});
  expect(last()?.url.origin).toBe("https://futures.example");
  const emulated = bench("http://127.0.0.1:8080");
  await emulated.client.elsewhere({});
  expect(emulated.last()?.url.origin).toBe("http://127.0.0.1:8080");
  const endpoints = { away: post("/x", { ...any, origin: "https://x.example/path" }) };
  expect(() => defineVenue({ ...spread, endpoints })).toThrow(
    '"https://x.example/path" is no origin',
  );
});

test("two venues draw from one pool, also what the exchange says of it", async () => {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock });
  const venue = (name: string): Venue =>
    defineVenue({
      name,
      origin: `https://${name}.example`,
      limits: { calls: { ...limits.calls, pool: "exchange" }, alone: limits.calls },
      reports: [(answer) => ({ calls: { max: Number(answer.header("x-max") ?? Number.NaN) } })],
      refusals: [{ status: 429, kind: "quota", limits: ["calls"], executed: "no" }],
      endpoints: { both: post("/both", { ...any, weight: { calls: 10, alone: 1 } }) },
    });
  const { transport } = scripted(clock, [
    {},
    { headers: { "x-max": "50" } },
    { status: 429, afterMs: 5 },
  ]);
  const options = { clock, ledger, transport, coldStart: false, maxAttempts: 1 } as const;
  const [usd, coin] = [createClient(venue("usd"), options), createClient(venue("coin"), options)];
  const shrunk: string[] = [];
  for (const client of [usd, coin]) client.gate.on("shrink", ({ key }) => void shrunk.push(key));
  await usd["both"]?.({});
  await coin["both"]?.({});
  const pools = ledger.levels().filter(({ limit }) => limit === "calls");
  expect(pools.map(({ key, max }) => [key, max])).toEqual([["exchange/calls|ip=default", 50]]);
  expect(ledger.levels().filter(({ limit }) => limit === "alone")).toHaveLength(2);
  const refused = rejection(Promise.resolve(usd["both"]?.({})));
  await clock.advance(1_000);
  expect(await refused).toBeInstanceOf(RefusedError);
  // Both are told, as it is the limit of both.
  expect(shrunk).toEqual(["exchange/calls|ip=default", "exchange/calls|ip=default"]);
});
