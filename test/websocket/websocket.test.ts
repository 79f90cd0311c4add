/** Sockets that are somebody else's, paced by the gate: messages, attempts, budgets shared with REST. */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { LocalGate } from "headgate";
import { afterEach, describe, expect, test } from "vitest";
import { rollingLog } from "../../src/emulator/models/sliding.ts";
import { SocketExchange, mostInAny } from "./exchange.ts";
import type { Answers, Rules, SeenMessage, Socket } from "./exchange.ts";
import { Feed } from "./feed.ts";

const fiveMinutesMs = 300_000;
const topics = Array.from({ length: 100 }, (_, index) => `coin${index}@trade`);

const open: SocketExchange[] = [];
afterEach(async () => {
  for (const exchange of open.splice(0)) await exchange.shut();
});

type Desk = Readonly<{
  clock: VirtualClock;
  exchange: SocketExchange;
  gate: LocalGate<"attempts" | "messages">;
}>;

async function desk(rules: Rules = {}): Promise<Desk> {
  const clock = new VirtualClock();
  const exchange = await SocketExchange.open(clock, rules);
  open.push(exchange);
  const gate = createGate(
    {
      attempts: { counted: "rolling-window", windowMs: fiveMinutesMs, max: 300, per: ["ip"] },
      messages: { counted: "rolling-window", windowMs: 1_000, max: 5, per: ["connection"] },
    },
    // A feed has nothing better to do than to wait.
    { clock, ledger: new MemoryLedger({ clock, random: () => 0.5 }), maxBlockMs: Infinity },
  );
  return { clock, exchange, gate };
}

/** Five messages in any second, and the connection is ended at the sixth. */
function fivePerSecond(): (message: SeenMessage) => Answers {
  const counted = rollingLog({ max: 5, windowMs: 1_000 });
  return ({ connection, atMs }) =>
    counted.offer(String(connection), 1, atMs).accepted ? "acknowledge" : "close";
}

function messagesOf({ exchange }: Desk, connection: number): readonly number[] {
  return exchange.messages.filter((one) => one.connection === connection).map(({ atMs }) => atMs);
}

describe("a hundred subscriptions at five messages a second", () => {
  test.each([0, 60_000])(
    "never exceed it in any second after %d ms of rest (C02)",
    async (idleMs) => {
      const at = await desk({ answers: fivePerSecond() });
      await at.clock.advance(idleMs);
      await at.exchange.run(new Feed(at.gate, at.exchange, topics).restore());
      expect(at.exchange.closed).toBe(0);
      expect(messagesOf(at, 1)).toHaveLength(100);
      expect(mostInAny(1_000, messagesOf(at, 1))).toBeLessThanOrEqual(5);
      // Twenty seconds are the least, and the headroom comes on top.
      expect(at.clock.nowMs() - idleMs).toBeLessThan(23_000);
    },
  );

  test("are restored at the same pace after connections that were ended, each later than the last (C02)", async () => {
    const fair = fivePerSecond();
    const at = await desk({
      answers: (message) => (message.connection <= 3 && message.id === 4 ? "close" : fair(message)),
    });
    await at.exchange.run(new Feed(at.gate, at.exchange, topics).restore(), 50);
    const gaps = at.exchange.attemptsMs.slice(1).map((atMs, index) => {
      const before = at.exchange.attemptsMs[index] ?? 0;
      return atMs - before;
    });
    expect(gaps).toHaveLength(3);
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    expect(gaps[2]).toBeGreaterThan(2 * (gaps[0] ?? 0));
    expect(messagesOf(at, 4)).toHaveLength(100);
    expect(mostInAny(1_000, messagesOf(at, 4))).toBeLessThanOrEqual(5);
  });

  test("come back paced when the exchange hangs up once a day (C86)", async () => {
    const at = await desk({ answers: fivePerSecond() });
    const feed = new Feed(at.gate, at.exchange, topics);
    const first = await at.exchange.run(feed.restore());
    await at.clock.advance(86_400_000);
    at.exchange.hangUp();
    expect(await at.exchange.run(first.closed)).toBe(1001);
    await at.exchange.run(feed.restore());
    expect(at.exchange.closed).toBe(0);
    expect(messagesOf(at, 2)).toHaveLength(100);
    expect(mostInAny(1_000, messagesOf(at, 2))).toBeLessThanOrEqual(5);
  });
});

test("three feeds that nobody lets in share the attempts of their address, ever later (C87)", async () => {
  const at = await desk({ accepts: (nowMs) => nowMs >= 6 * fiveMinutesMs });
  const feeds = [0, 1, 2].map(() => new Feed(at.gate, at.exchange, topics.slice(0, 1)).restore());
  await at.exchange.run(Promise.all(feeds), 1_000);
  const { attemptsMs } = at.exchange;
  expect(mostInAny(fiveMinutesMs, attemptsMs)).toBeLessThanOrEqual(285);
  const refused = attemptsMs.filter((atMs) => atMs < 6 * fiveMinutesMs);
  // The first three leave together; from then on one alone tries, and each try comes later.
  const gaps = refused.slice(3).map((atMs, index) => atMs - (refused[index + 2] ?? 0));
  expect(gaps.length).toBeGreaterThan(2);
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
});

test("what is dropped without a word is sent again, and nothing else is dropped (C88)", async () => {
  const counted = rollingLog({ max: 100, windowMs: 1_000 });
  let overLimit = 0;
  const clock = new VirtualClock();
  const exchange = await SocketExchange.open(clock, {
    answers: ({ id, atMs }) => {
      if (!counted.offer("k", 1, atMs).accepted) overLimit += 1;
      return id % 50 === 0 ? "drop" : "acknowledge";
    },
  });
  open.push(exchange);
  const gate = createGate(
    {
      messages: {
        counted: "rolling-window",
        windowMs: 1_000,
        max: 100,
        per: ["connection"],
        headroom: 0.1,
      },
    },
    { clock, ledger: new MemoryLedger({ clock }) },
  );
  const socket = await exchange.run(exchange.connect());
  const message = gate.price({ messages: 1 }, { connection: "a" });
  const unsubscribe = async (topic: number): Promise<void> => {
    for (;;) {
      const permit = await gate.acquire(message);
      if (await acknowledged(socket, `unsubscribe ${topic}`, clock)) return permit.settle();
      permit.lose();
    }
  };
  const all = Promise.all(Array.from({ length: 150 }, (_, topic) => unsubscribe(topic)));
  await exchange.run(all);
  expect(overLimit).toBe(0);
  const instants = exchange.messages.map(({ atMs }) => atMs);
  expect(mostInAny(1_000, instants)).toBeLessThanOrEqual(90);
  const dropped = exchange.messages.filter(({ id }) => id % 50 === 0);
  expect(dropped).toHaveLength(3);
  for (const { method } of dropped) {
    expect(exchange.messages.filter((one) => one.method === method)).toHaveLength(2);
  }
});

/** An acknowledgement that has not come within two seconds will not come. */
function acknowledged(socket: Socket, method: string, clock: VirtualClock): Promise<boolean> {
  return socket.request(method, clock.sleep(2_000));
}
