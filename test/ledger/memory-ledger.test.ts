import { MemoryLedger, VirtualClock, createClient, systemClock } from "headgate";
import type { Change, FlatLimit, Ledger, Replies } from "headgate";
import { describe, expect, test } from "vitest";
import { processLedger } from "../../src/ledger/memory-ledger.ts";
import { toy } from "../support/client-venue.ts";
import { levelOf, scripted } from "../support/client-wire.ts";
import { drawFrom, ledgerContract } from "./contract.ts";

ledgerContract("memory", async () => {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  return { ledger, clock, advance: (byMs) => clock.advance(byMs), slackMs: 0 };
});

function bench() {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const changes: Change[] = [];
  ledger.onChange((change) => {
    if (change !== undefined) changes.push(change);
  });
  const reserve = (...draws: Parameters<typeof drawFrom>[]) => {
    const asked = draws.map((draw) => drawFrom(...draw));
    const [reply] = ledger.reserve([{ draws: asked, leaveShare: 0, withinMs: Infinity }]);
    if (reply === undefined) throw new Error("It did not answer.");
    return reply;
  };
  return { clock, ledger, changes, reserve };
}

const limit = (max: number): FlatLimit => ({
  counted: "rolling-window",
  windowMs: 10_000,
  max,
  per: [],
  headroom: 0.05,
});

describe("the process's ledger", () => {
  test("is one for each clock", () => {
    const [one, other] = [new VirtualClock(), new VirtualClock()];
    expect(processLedger(one)).toBe(processLedger(one));
    expect(processLedger(one)).not.toBe(processLedger(other));
    expect(processLedger(systemClock)).toBe(processLedger(systemClock));
  });

  test("answers at once", () => {
    const ledger: Ledger<Replies> = new MemoryLedger({ clock: new VirtualClock() });
    expect(ledger.reserve([])).toEqual([]);
    expect(ledger.asksMax).toBe(1);
  });
});

test("a draw that turns out to cost more between two questions is charged what it costs then", () => {
  const { ledger } = bench();
  let cost = 1;
  const draw = {
    ...drawFrom("a", 1),
    get cost() {
      return cost;
    },
  };
  const ask = { draws: [draw], leaveShare: 0, withinMs: Infinity };
  expect(ledger.reserve([ask])[0]).toMatchObject({ charges: [{ cost: 1 }] });
  cost = 40;
  expect(ledger.take(ask.draws, 0)).toMatchObject([{ cost: 40 }]);
  cost = 96;
  expect(ledger.reserve([ask])[0]).toMatchObject({ granted: false, why: "never" });
});

describe("two clients that set one limit differently", () => {
  test.each([
    ["the stricter first", 100, 40],
    ["the stricter last", 40, 100],
  ])("are held to the lower figure, and it is said once: %s", async (_, first, second) => {
    const clock = new VirtualClock();
    const { transport } = scripted(clock, () => ({ body: { up: true } }));
    const notices: string[] = [];
    const clients = [first, second].map((max) => {
      const client = createClient(toy, { clock, transport, limits: { weight: { max } } });
      client.gate.on("notice", ({ message }) => void notices.push(message));
      return client;
    });
    for (let round = 0; round < 3; round += 1) {
      for (const client of clients) await clock.run(client.status());
    }
    for (const client of clients) expect(levelOf(client.gate, "weight")).toMatchObject({ max: 40 });
    // Each of them tells its own listeners.
    expect(notices).toHaveLength(2);
    expect(new Set(notices).size).toBe(1);
    expect(notices[0]).toMatch(/weight is set to \d+ and to \d+ .*the lower figure holds/);
  });

  test("are not confused with an exchange that has changed its limit", () => {
    const { ledger, changes, reserve } = bench();
    const declared = limit(100);
    reserve(["a", 1, declared]);
    ledger.report(drawFrom("a", 0, declared), { max: 200 });
    // Declared as before, by another client.
    reserve(["a", 1, limit(100)]);
    expect(ledger.levels()[0]).toMatchObject({ max: 200, planned: 190 });
    ledger.report(drawFrom("a", 0, declared), { max: 60 });
    reserve(["a", 1, limit(100)]);
    expect(ledger.levels()[0]).toMatchObject({ max: 60 });
    expect(changes).toEqual([]);
  });
});

describe("buckets that nobody uses any more", () => {
  const many = 10_000;

  test("are forgotten before there are too many", async () => {
    const { clock, ledger, reserve } = bench();
    for (let key = 0; key < many; key += 1) {
      const reply = reserve([`key-${key}`, 1]);
      if (reply.granted) ledger.settle(reply.charges, [{}]);
    }
    expect(ledger.levels()).toHaveLength(many);
    await clock.advance(60_000);
    reserve(["one more", 1]);
    // A thousand stay as they are.
    expect(ledger.levels().length).toBeLessThanOrEqual(1_001);
  });

  test("of 100 000 accounts in turn stay no more than matter, and one that was banned (C83)", async () => {
    const { clock, ledger, reserve } = bench();
    const banned = reserve(["banned", 1]);
    if (!banned.granted) throw new Error("It was refused.");
    ledger.settle(banned.charges, [{ refused: { as: "ban", waitMs: 3_600_000 } }]);
    let most = 0;
    for (let key = 0; key < 100_000; key += 1) {
      // A hundred in each tenth of a second: 10 000 matter at once.
      if (key % 100 === 0) await clock.advance(100);
      const reply = reserve([`key-${key}`, 1]);
      if (reply.granted) ledger.settle(reply.charges, [{}]);
      if (key % 5_000 === 0) most = Math.max(most, ledger.levels().length);
    }
    expect(most).toBeGreaterThan(5_000);
    expect(most).toBeLessThanOrEqual(21_000);
    expect(reserve(["banned", 0])).toMatchObject({ granted: false, why: "blocked" });
  });

  test("take nothing any more once they are put away, also by news alone", () => {
    const { ledger } = bench();
    const draws = [drawFrom("a", 30, limit(100))];
    const release = (): void => {
      const charges = ledger.take(draws, 0);
      if (charges !== undefined) ledger.settle(charges, "unsent");
    };
    release();
    for (let key = 0; key < 2_000; key += 1) {
      ledger.report(drawFrom(`key-${key}`, 0, limit(100)), { others: "none" });
    }
    // Of one that is there.
    ledger.report(drawFrom("key-1999", 0, limit(100)), { others: "none" });
    expect(ledger.take(draws, 0)).toHaveLength(1);
    // The same bucket, whoever asks: half of it has left, and not another half.
    expect(ledger.take([...draws], 0)).toBeUndefined();
  });

  test("are kept while anything in them matters: in flight, used, shrunk or blocked", async () => {
    const { clock, ledger, reserve } = bench();
    const open = reserve(["in flight", 5]);
    const zero = reserve(["in flight at no cost", 0]);
    const banned = reserve(["banned", 1]);
    if (!open.granted || !zero.granted || !banned.granted) throw new Error("They were refused.");
    ledger.settle(banned.charges, [{ refused: { as: "ban", waitMs: 600_000 } }]);
    for (let key = 0; key < many; key += 1) reserve([`key-${key}`, 0]);
    await clock.advance(60_000);
    const used = reserve(["used", 5]);
    if (used.granted) ledger.settle(used.charges, [{}]);
    for (let key = 0; key < 2 * many; key += 1) {
      const reply = reserve([`other-${key}`, 0]);
      if (reply.granted) ledger.settle(reply.charges, "unsent");
    }
    const names = new Set(ledger.levels().map((level) => level.limit));
    for (const name of ["in flight", "in flight at no cost", "banned", "used"]) {
      expect(names).toContain(name);
    }
    // What it was kept for: a call that took nothing may still end in a ban.
    ledger.settle(zero.charges, [{ refused: { as: "ban", waitMs: 60_000 } }]);
    expect(reserve(["in flight at no cost", 0])).toMatchObject({ granted: false, why: "blocked" });
    ledger.settle(open.charges, "unsent");
    expect(levelOf(ledger, "in flight").available).toBe(47.5);
  });
});

test("a closed ledger calls nobody back", async () => {
  const { ledger, changes, reserve } = bench();
  await ledger.close();
  const reply = reserve(["a", 1]);
  if (reply.granted) ledger.settle(reply.charges, [{ refused: { as: "quota" } }]);
  expect(changes).toEqual([]);
});
