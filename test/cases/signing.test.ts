/** A timestamp is made after the wait, anew for each try. */
import { VirtualClock, createClient, defineVenue, get } from "headgate";
import type { Limit } from "headgate";
import { emulate } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { account, apiKey, codeOf, secret, sign } from "../support/client-venue.ts";
import { inFlight, levelOf, rejection, scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const twoAMinute: Limit = {
  counted: "rolling-window",
  windowMs: 60_000,
  max: 2,
  per: ["ip"],
  headroom: 0.05,
};

const venue = defineVenue({
  name: "two a minute",
  origin: "https://minute.example",
  limits: { calls: twoAMinute },
  sign,
  code: codeOf,
  refusals: [
    { status: 429, kind: "quota", executed: "no" },
    { status: 400, code: "late", kind: "timestamp", executed: "no" },
  ],
  endpoints: {
    balance: get("/balance", {
      params: z.strictObject({}),
      answer: z.looseObject({ free: z.string() }),
      auth: "signed",
      weight: { calls: 1 },
    }),
  },
});

const wallMs = 1_790_000_000_000;

/** Refuses what was stamped more than `recvWindowMs` ago, and more than two calls in any minute. */
function strict(clock: VirtualClock, recvWindowMs: number, before: readonly Reply[] = []) {
  const stamps: number[] = [];
  const signatures = new Set<string>();
  let late = 0;
  const wire = scripted(clock, (request, index) => {
    const stampMs = Number(request.headers["x-stamp"]);
    stamps.push(stampMs);
    signatures.add(request.headers["x-sign"] ?? "");
    const scriptedReply = before[index];
    if (scriptedReply !== undefined) return scriptedReply;
    if (Math.abs(clock.wallMs() - stampMs) <= recvWindowMs) return { body: { free: "1" } };
    late += 1;
    return { status: 400, body: { code: "late" } };
  });
  return { ...wire, stamps, signatures, late: () => late };
}

test("a call that waited a minute in line is stamped and signed when it leaves (C48)", async () => {
  const clock = new VirtualClock({ wallMs });
  const server = strict(clock, 5_000);
  const client = createClient(venue, { account, clock, transport: server.transport });
  const calls = [1, 2, 3].map(() => client.balance());
  expect(await clock.run(Promise.all(calls))).toHaveLength(3);
  expect(server.late()).toBe(0);
  expect(server.seen).toHaveLength(3);
  const third = server.seen[2]?.atMs ?? NaN;
  // Two a minute, five percent slower.
  expect(third).toBeGreaterThanOrEqual(60_000);
  expect(third).toBeLessThan(65_000);
  expect(server.stamps[2]).toBe(Math.floor(wallMs + third));
});

test("each try is signed anew and takes its own permit (C49)", async () => {
  const clock = new VirtualClock({ wallMs });
  const hang: Reply = { status: 503, afterMs: 2_000 };
  const server = strict(clock, 3_000, [hang, hang]);
  const client = createClient(venue, {
    account,
    clock,
    transport: server.transport,
    limits: { calls: { max: 20 } },
    random: () => 0,
    coldStart: false,
  });
  const full = await clock.run(client.balance().withResponse());
  expect(full).toMatchObject({ attempts: 3, data: { free: "1" } });
  expect(server.late()).toBe(0);
  expect(server.signatures.size).toBe(3);
  expect(server.stamps).toEqual(server.seen.map(({ atMs }) => wallMs + atMs));
  expect((server.stamps[2] ?? 0) - (server.stamps[0] ?? 0)).toBeGreaterThan(4_000);
  const calls = levelOf(client.gate, "calls");
  expect(calls.inFlight).toBe(0);
  expect(
    client.gate.estimate(client.gate.price({ calls: 17 }, { ip: "default" })).waitMs,
  ).toBeGreaterThan(0);
});

/** An exchange that is behind this machine by `behindMs`, where only a signed call's first try is sent blindly. */
function behind(behindMs: number) {
  const clock = new VirtualClock({ wallMs });
  const server = serverSide({ accounts: { [apiKey]: { name: "maker", secret } } });
  const counted: string[] = [];
  const wire = emulate(server, { clock, latencyMs: 40, clockOffsetMs: -behindMs });
  const transport: typeof wire = async (request) => {
    const answer = await wire(request);
    counted.push(`${request.method} ${request.url.pathname.slice(8)} ${answer.status}`);
    return answer;
  };
  const client = createClient(binanceSpot, { account, clock, transport, coldStart: false });
  return { clock, client, counted };
}

const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "1" } as const;

test("a clock that is ahead costs a read one refusal, one look at the clock and one try (C51)", async () => {
  const { clock, client, counted } = behind(1_500);
  const { attempts } = await clock.run(client.account().withResponse());
  expect(attempts).toBe(2);
  expect(counted).toEqual(["GET account 400", "GET time 200", "GET account 200"]);
  await clock.run(client.account());
  expect(counted.slice(3)).toEqual(["GET account 200"]);
});

test("and an order as well, which is placed once (C51)", async () => {
  const { clock, client, counted } = behind(1_500);
  const { data, attempts } = await clock.run(client.newOrder(order).withResponse());
  expect(data.symbol).toBe("BTCUSDT");
  expect(attempts).toBe(2);
  expect(counted).toEqual(["POST order 400", "GET time 200", "POST order 200"]);
});

test("twenty calls that are refused together look at the clock once, and pay for it (C51)", async () => {
  const { clock, client, counted } = behind(1_500);
  const calls = Array.from({ length: 20 }, () => client.openOrders({ symbol: "BTCUSDT" }));
  await clock.run(Promise.all(calls));
  expect(counted.filter((one) => one === "GET openOrders 400")).toHaveLength(20);
  expect(counted.filter((one) => one === "GET time 200")).toHaveLength(1);
  expect(counted.filter((one) => one === "GET openOrders 200")).toHaveLength(20);
  // Weight 6 each, and 1 for the time.
  expect(levelOf(client.gate, "requestWeight").used).toBe(40 * 6 + 1);
  expect(inFlight(client.gate)).toBe(0);
});

test("a second refusal surfaces (C51)", async () => {
  const clock = new VirtualClock({ wallMs });
  const wire = scripted(clock, (request) =>
    request.url.pathname.endsWith("time")
      ? { body: { serverTime: wallMs } }
      : { status: 400, body: { code: -1021, msg: "Timestamp for this request ..." } },
  );
  const client = createClient(binanceSpot, {
    account,
    clock,
    transport: wire.transport,
    coldStart: false,
    maxAttempts: 10,
  });
  for (const call of [() => client.account(), () => client.newOrder(order)]) {
    wire.seen.length = 0;
    const error = await clock.run(rejection(call()));
    expect(error).toMatchObject({ code: "HEADGATE_REFUSED", kind: "timestamp", executed: "no" });
    expect(wire.seen.map(({ url }) => url.pathname.slice(8))).toHaveLength(3);
    expect(wire.seen[1]?.url.pathname).toBe("/api/v3/time");
  }
  expect(inFlight(client.gate)).toBe(0);
});
