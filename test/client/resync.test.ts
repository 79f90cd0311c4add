/** The look at the exchange's clock after a refused timestamp is a call like any other. */
import { VirtualClock, createClient, defineVenue } from "headgate";
import type { ClientOptions } from "headgate";
import { describe, expect, test } from "vitest";
import { account, toy } from "../support/client-venue.ts";
import { inFlight, rejection, scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const venue = defineVenue({ ...toy, timeEndpoint: "status" });

const late: Reply = { status: 400, body: { code: "late" }, afterMs: 20 };
const told: Reply = { body: { up: true }, headers: { "x-time": "1790000009000" }, afterMs: 20 };

/** Refuses `refusals` signed calls; `time` answers the look at the clock. */
function bench(
  { time = told, refusals = 1 }: Readonly<{ time?: Reply; refusals?: number }> = {},
  options: Omit<ClientOptions<typeof venue, never>, "clock" | "transport"> = {},
) {
  const clock = new VirtualClock();
  let refused = 0;
  const { transport, seen } = scripted(clock, ({ url }) => {
    if (url.pathname === "/status") return time;
    refused += 1;
    return refused <= refusals ? late : { body: { free: "1" }, afterMs: 20 };
  });
  const settings = { account, coldStart: false, random: () => 0.5, ...options };
  const client = createClient(venue, { ...settings, clock, transport });
  const paths = (): readonly string[] => seen.map(({ url }) => url.pathname);
  return { clock, client, seen, paths };
}

test("it waits for room in its limits, ahead of what is in line", async () => {
  const { clock, client, seen, paths } = bench({}, { limits: { weight: { max: 12 } } });
  const [signed] = await clock.run(
    Promise.all([client.balance().withResponse(), client.book({ symbol: "BTC", limit: 1 })]),
  );
  expect(paths()).toEqual(["/balance", "/status", "/book", "/balance"]);
  // A weight of 11 is planned in ten seconds, and 10 went at once.
  expect(seen[1]?.atMs).toBeGreaterThan(1_000);
  expect(signed.attempts).toBe(2);
  expect(signed.waitedMs).toBeGreaterThan(10_000);
  expect(seen[3]?.headers["x-stamp"]?.slice(0, 8)).toBe("17900000");
});

test("it waits no longer than its caller does, who is told of the refusal", async () => {
  const { clock, client, paths } = bench({}, { limits: { weight: { max: 12 } } });
  const calls = [
    rejection(client.balance({}, { maxWaitMs: 3_000 })),
    client.book({ symbol: "BTC", limit: 1 }),
  ];
  const [error] = await clock.run(Promise.all(calls));
  expect(error).toMatchObject({ code: "HEADGATE_REFUSED", kind: "timestamp" });
  expect(paths()).toEqual(["/balance", "/book"]);
});

test("one that fails ends its call with the refusal", async () => {
  const { clock, client, paths } = bench({ time: { status: 400 } });
  const error = await clock.run(rejection(client.balance()));
  expect(error).toMatchObject({ code: "HEADGATE_REFUSED", kind: "timestamp" });
  expect(paths()).toEqual(["/balance", "/status"]);
  expect(inFlight(client.gate)).toBe(0);
});

test("an abort meanwhile rejects with its reason", async () => {
  const { clock, client, paths } = bench({ time: { hangs: true } });
  const controller = new AbortController();
  const call = rejection(client.balance({}, { signal: controller.signal }));
  await clock.advance(100);
  expect(paths()).toEqual(["/balance", "/status"]);
  controller.abort("stop");
  expect(await clock.run(call)).toBe("stop");
  expect(inFlight(client.gate)).toBe(0);
});

test("calls that are refused one after the other look at the clock once while they overlap", async () => {
  const { clock, client, paths } = bench({ refusals: 4 });
  const calls = [0, 5, 10, 15].map(async (afterMs) => {
    await clock.sleep(afterMs);
    return client.balance();
  });
  await clock.run(Promise.all(calls));
  expect(paths().filter((path) => path === "/status")).toHaveLength(1);
});

test("a call that was signed before the clock was set, and is refused after it, is tried by the set clock", async () => {
  const clock = new VirtualClock();
  let balances = 0;
  const { transport, seen } = scripted(clock, ({ url }) => {
    if (url.pathname === "/status") return told;
    balances += 1;
    return balances <= 2
      ? { ...late, afterMs: balances === 1 ? 20 : 500 }
      : { body: { free: "1" } };
  });
  const client = createClient(venue, { account, clock, transport, coldStart: false });
  await clock.run(Promise.all([client.balance(), client.balance()]));
  const paths = seen.map(({ url }) => url.pathname);
  expect(paths).toEqual(["/balance", "/balance", "/status", "/balance", "/balance"]);
});

describe("a time endpoint", () => {
  test.each(["nothing", "balance", "book", "order"])("cannot be %s", (timeEndpoint) => {
    expect(() => defineVenue({ ...toy, timeEndpoint })).toThrow(TypeError);
  });
});
