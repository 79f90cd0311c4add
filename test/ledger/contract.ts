/** What every ledger keeps, near or far: one suite, run against each of them. */
import type { Clock, Draw, Ending, FlatLimit, Ledger, Reply } from "headgate";
import { describe, expect, test } from "vitest";

/** A ledger to look at, and the time that it runs on. */
export type LedgerBench = Readonly<{
  ledger: Ledger;
  clock: Clock;
  /** Moves time on; a far ledger has heard all that was told to it when this resolves. */
  advance(byMs: number): Promise<void>;
  /** How much longer it may hold what it no longer needs to: a far one does not hear when answers come. */
  slackMs: number;
}>;

const rolling = (max: number): FlatLimit => ({
  counted: "rolling-window",
  windowMs: 10_000,
  max,
  per: [],
  headroom: 0.05,
});

const openLimit: FlatLimit = { counted: "open", max: 3, per: [], headroom: 0 };

/** A draw from a bucket that is called like its key. */
export function drawFrom(key: string, cost: number, limit: FlatLimit = rolling(100)): Draw {
  return { limit, name: key, whose: {}, key, cost };
}

/** Not at an instant to come, as a far ledger may grant it. */
function goesNow(reply: Reply): boolean {
  return reply.granted && reply.waitMs === 0;
}

export function ledgerContract(kind: string, make: () => Promise<LedgerBench>): void {
  const ask = async (
    { ledger }: LedgerBench,
    draws: readonly Draw[],
    withinMs = Infinity,
  ): Promise<Reply> => {
    const [reply] = await ledger.reserve([{ draws, leaveShare: 0, withinMs }]);
    if (reply === undefined) throw new Error("It did not answer.");
    return reply;
  };
  const granted = async (of: LedgerBench, draws: readonly Draw[]) => {
    const reply = await ask(of, draws);
    if (!reply.granted) throw new Error(`It was refused for ${reply.why}.`);
    return reply;
  };
  const charge = async (of: LedgerBench, draws: readonly Draw[], ending: Ending): Promise<void> => {
    const { charges } = await granted(of, draws);
    of.ledger.settle(
      charges,
      charges.map(() => ending),
    );
    await of.advance(0);
  };
  const waitMs = async (of: LedgerBench, ...draws: readonly Draw[]): Promise<number> => {
    return (await ask(of, draws, -1)).waitMs;
  };

  describe(`a ledger (${kind})`, () => {
    test("charges all buckets of a call, each with its own cost", async () => {
      const of = await make();
      const reply = await granted(of, [drawFrom("a", 5), drawFrom("b", 7)]);
      expect(reply.waitMs).toBeGreaterThanOrEqual(0);
      expect(reply.charges.map(({ key, cost }) => [key, cost])).toEqual([
        ["a", 5],
        ["b", 7],
      ]);
    });

    test("charges none where a later bucket refuses", async () => {
      const of = await make();
      await charge(of, [drawFrom("full", 47)], {});
      const reply = await ask(of, [drawFrom("first", 40), drawFrom("full", 40)]);
      expect(reply).toMatchObject({ granted: false, why: "full", costMax: 95 });
      expect(reply.granted ? "" : reply.limitedBy.key).toBe("full");
      await granted(of, [drawFrom("first", 47)]);
    });

    test("answers the longest of the waits", async () => {
      const of = await make();
      await charge(of, [drawFrom("a", 47)], {});
      await charge(of, [drawFrom("b", 30)], {});
      const alone = await waitMs(of, drawFrom("a", 40));
      expect(alone).toBeGreaterThan(await waitMs(of, drawFrom("b", 40)));
      expect(await waitMs(of, drawFrom("b", 40), drawFrom("a", 40))).toBe(alone);
    });

    test("keeps its promise: refused until just then, granted from then on", async () => {
      const of = await make();
      await charge(of, [drawFrom("a", 47)], {});
      const promiseMs = await waitMs(of, drawFrom("a", 40));
      await of.advance(promiseMs - 10);
      const early = await ask(of, [drawFrom("a", 40)]);
      expect(goesNow(early)).toBe(false);
      if (early.granted) of.ledger.settle(early.charges, "unsent");
      await of.advance(10.01);
      await granted(of, [drawFrom("a", 40)]);
    });

    test("answers several asks in order: a later one sees the earlier ones", async () => {
      const of = await make();
      const asks = [30, 30, 10].map((cost) => ({
        draws: [drawFrom("a", cost)],
        leaveShare: 0,
        withinMs: Infinity,
      }));
      const replies = await of.ledger.reserve(asks);
      expect(replies.map(goesNow)).toEqual([true, false, true]);
    });

    test("never charges what is asked for within less than no time", async () => {
      const of = await make();
      for (let times = 0; times < 5; times += 1) {
        expect(await ask(of, [drawFrom("a", 40)], -1)).toMatchObject({ granted: false, waitMs: 0 });
      }
      await granted(of, [drawFrom("a", 47)]);
    });

    test("says never for what is heavier than the plan, and how much would pass", async () => {
      const of = await make();
      const reply = await ask(of, [drawFrom("b", 1), drawFrom("a", 96)]);
      expect(reply).toMatchObject({ granted: false, why: "never", waitMs: Infinity, costMax: 95 });
      await granted(of, [drawFrom("a", 1)]);
    });

    test("gives back what was never sent", async () => {
      const of = await make();
      const { charges } = await granted(of, [drawFrom("a", 47), drawFrom("b", 47)]);
      of.ledger.settle(charges, "unsent");
      await of.advance(0);
      expect(await waitMs(of, drawFrom("a", 47), drawFrom("b", 47))).toBe(0);
    });

    test("keeps what was lost charged for a whole window", async () => {
      const of = await make();
      const held = drawFrom("a", 95, { ...rolling(100), burstMax: 95 });
      const { charges } = await granted(of, [held]);
      await of.advance(3_000);
      of.ledger.settle(charges, "lost");
      await of.advance(9_900);
      expect(await ask(of, [held])).toMatchObject({ granted: false });
      await of.advance(200 + of.slackMs);
      await granted(of, [held]);
    });

    test("settles in portions, each charge with its own ending", async () => {
      const of = await make();
      const { charges } = await granted(of, [
        drawFrom("a", 40),
        drawFrom("b", 40),
        drawFrom("c", 40),
      ]);
      of.ledger.settle(charges.slice(0, 1), "unsent");
      of.ledger.settle(charges.slice(1), [{ cost: 10 }, "lost"]);
      await of.advance(0);
      expect(await waitMs(of, drawFrom("a", 47))).toBe(0);
      expect(await waitMs(of, drawFrom("b", 37))).toBe(0);
      expect(await waitMs(of, drawFrom("b", 40))).toBeGreaterThan(0);
      expect(await waitMs(of, drawFrom("c", 20))).toBeGreaterThan(0);
      expect(of.ledger.levels().map(({ inFlight }) => inFlight)).toEqual([0, 0, 0]);
    });

    test("takes in news without a call", async () => {
      const of = await make();
      of.ledger.report(drawFrom("a", 0), { used: 90 });
      await of.advance(0);
      expect(await waitMs(of, drawFrom("a", 5))).toBe(0);
      expect(await waitMs(of, drawFrom("a", 6))).toBeGreaterThan(0);
      await charge(of, [drawFrom("open", 3, openLimit)], {});
      expect(await waitMs(of, drawFrom("open", 1, openLimit))).toBe(Infinity);
      of.ledger.report(drawFrom("open", 0, openLimit), { credit: 2 });
      await of.advance(0);
      expect(await waitMs(of, drawFrom("open", 2, openLimit))).toBe(0);
    });

    test("takes over a changed figure in the buckets of everybody, there and to come", async () => {
      const of = await make();
      const orders = ["orders|account=maker", "orders|account=taker", "orders"];
      for (const key of orders) await charge(of, [drawFrom(key, 1)], {});
      of.ledger.adopt({ limitKey: "orders", max: 200, whose: {} });
      await of.advance(0);
      await charge(of, [drawFrom("orders|account=later", 1)], {});
      const figures = of.ledger.levels().map(({ max, planned }) => [max, planned]);
      expect(figures).toEqual(Array.from({ length: 4 }, () => [200, 190]));
      of.ledger.adopt({ limitKey: "orders", max: 60, whose: {} });
      await of.advance(0);
      expect(of.ledger.levels().map(({ max }) => max)).toEqual([60, 60, 60, 60]);
    });

    test("takes over a figure that is one account's in that account's buckets alone", async () => {
      const of = await make();
      const at = (account: string): Draw => ({
        ...drawFrom(`orders|account=${account}`, 1),
        whose: { account },
      });
      for (const account of ["maker", "taker"]) await charge(of, [at(account)], {});
      for (const [account, max] of [
        ["maker", 200],
        ["later", 300],
      ] as const) {
        of.ledger.adopt({ limitKey: "orders", max, whose: { account } });
      }
      await of.advance(0);
      await charge(of, [at("later")], {});
      expect(of.ledger.levels().map(({ max }) => max)).toEqual([200, 100, 300]);
    });

    test("takes over a changed figure in no limit whose name only begins alike", async () => {
      const of = await make();
      for (const key of ["orders10s", "orders10s|account=maker", "own|orders=1", "order"]) {
        await charge(of, [drawFrom(key, 1)], {});
      }
      of.ledger.adopt({ limitKey: "orders", max: 200, whose: {} });
      await of.advance(0);
      expect(of.ledger.levels().map(({ max }) => max)).toEqual([100, 100, 100, 100]);
    });

    test("keeps what is used and in flight where a figure changes", async () => {
      const of = await make();
      await charge(of, [drawFrom("a", 40)], {});
      await of.advance(5_000);
      const { charges } = await granted(of, [drawFrom("a", 10)]);
      of.ledger.adopt({ limitKey: "a", max: 60, whose: {} });
      await of.advance(0);
      expect(of.ledger.levels()).toMatchObject([{ max: 60, planned: 57, inFlight: 10 }]);
      expect(await ask(of, [drawFrom("a", 58)])).toMatchObject({ why: "never", costMax: 57 });
      // 50 of 57 are taken until 40 leave the window.
      expect(await waitMs(of, drawFrom("a", 8))).toBeGreaterThan(4_900);
      of.ledger.settle(charges, "unsent");
      await of.advance(0);
      expect(await waitMs(of, drawFrom("a", 18))).toBeGreaterThan(4_900);
    });

    test("calls back when a figure changes", async () => {
      const of = await make();
      await charge(of, [drawFrom("a", 1)], {});
      let told = 0;
      of.ledger.onChange(() => void (told += 1));
      of.ledger.adopt({ limitKey: "a", max: 200, whose: {} });
      await of.advance(0);
      expect(told).toBeGreaterThan(0);
      expect(await waitMs(of, drawFrom("a", 90))).toBe(0);
    });

    test("calls back when an ending or news may have made room", async () => {
      const of = await make();
      let told = 0;
      const stop = of.ledger.onChange(() => void (told += 1));
      const { charges } = await granted(of, [drawFrom("a", 40)]);
      const before = told;
      of.ledger.settle(charges, "unsent");
      await of.advance(0);
      expect(told).toBeGreaterThan(before);
      const settled = told;
      of.ledger.report(drawFrom("a", 0), { used: 1 });
      await of.advance(0);
      expect(told).toBeGreaterThan(settled);
      stop();
      const stopped = told;
      of.ledger.report(drawFrom("a", 0), { used: 2 });
      await of.advance(0);
      expect(told).toBe(stopped);
    });

    test("calls back with what a refusal changed", async () => {
      const of = await make();
      const changes: unknown[] = [];
      of.ledger.onChange((change) => {
        if (change !== undefined) changes.push(change);
      });
      await charge(of, [drawFrom("a", 5)], { refused: { as: "quota", waitMs: 2_000 } });
      expect(changes).toEqual([
        {
          key: "a",
          shrank: true,
          blocked: true,
          level: expect.objectContaining({ limit: "a", shrunkTo: expect.closeTo(66.5) }),
        },
      ]);
      await charge(of, [drawFrom("b", 5)], { refused: { as: "pause", waitMs: 2_000 } });
      expect(changes[1]).toMatchObject({ key: "b", shrank: false, blocked: true });
    });

    test("lets a cost of 0 respect a block, and take nothing", async () => {
      const of = await make();
      for (let times = 0; times < 300; times += 1) await granted(of, [drawFrom("a", 0)]);
      await charge(of, [drawFrom("a", 0)], { refused: { as: "ban", waitMs: 5_000 } });
      const reply = await ask(of, [drawFrom("a", 0)]);
      expect(reply).toMatchObject({ granted: false, why: "blocked" });
      expect(reply.waitMs).toBeGreaterThanOrEqual(5_000);
      await of.advance(reply.waitMs + 1);
      await granted(of, [drawFrom("a", 0)]);
    });

    test("lets one call alone go after a ban, until it is answered", async () => {
      const of = await make();
      await charge(of, [drawFrom("a", 1)], { refused: { as: "ban", waitMs: 1_000 } });
      await of.advance(60_000);
      const probe = await granted(of, [drawFrom("a", 1)]);
      expect(await ask(of, [drawFrom("a", 1)])).toMatchObject({ granted: false, waitMs: Infinity });
      of.ledger.settle(probe.charges, [{}]);
      // Then the others, at their pace.
      await of.advance(10_000);
      await granted(of, [drawFrom("a", 1)]);
    });

    test("leaves the share that it is told to leave", async () => {
      const of = await make();
      await charge(of, [drawFrom("a", 10)], {});
      const half = { draws: [drawFrom("a", 15)], leaveShare: 0.5, withinMs: Infinity };
      const [reply] = await of.ledger.reserve([half]);
      expect(reply !== undefined && goesNow(reply)).toBe(false);
      await granted(of, [drawFrom("a", 15)]);
    });

    test("shows every bucket that it knows, by limit and by whose it is", async () => {
      const of = await make();
      const whose = { account: "maker" };
      await charge(of, [{ ...drawFrom("a", 7), name: "orders", whose }], { used: 20 });
      expect(of.ledger.levels()).toMatchObject([
        { limit: "orders", whose, max: 100, planned: 95, inFlight: 0, used: 20, blockedMs: 0 },
      ]);
    });
  });
}
