/** A limit of which nobody knows how it is counted, before exchanges that count it more strictly than we do. */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import { describe, expect, test } from "vitest";
import { rollingLog, slidingCounter } from "../../src/emulator/models/sliding.ts";
import type { CountingModel } from "../../src/emulator/models/model.ts";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket, Report } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { Events } from "../simulation/events.ts";

const windowMs = 10_000;
const hourMs = 3_600_000;

type Counted = "unknown" | "rolling-window";

const bucketOf = (max: number, counted: Counted = "unknown"): Bucket =>
  createBucket({ counted, windowMs, max, per: [] } satisfies FlatLimit, {
    key: "k",
    random: () => 0.5,
  });

type Played = Readonly<{ refused: readonly number[]; accepted: readonly number[] }>;

/** A busy minute, then an idle one, for an hour: bursts are what a rolling window allows. */
function play(
  bucket: Bucket,
  server: CountingModel,
  answer: (used: number) => Report = () => ({}),
): Played {
  const events = new Events();
  const [refused, accepted]: [number[], number[]] = [[], []];
  const wayMs = 20;
  let asked = 0;
  const busyMs = (nowMs: number): number =>
    nowMs % 120_000 < 60_000 ? nowMs : Math.ceil(nowMs / 120_000) * 120_000;
  const send = (): void => {
    const charge = bucket.charge(1, events.nowMs);
    events.at(events.nowMs + wayMs, () => {
      const offered = server.offer("k", 1, events.nowMs);
      (offered.accepted ? accepted : refused).push(events.nowMs);
      events.at(events.nowMs + wayMs, () => {
        const no = { refused: { as: "quota" } } as const;
        bucket.settle(
          charge,
          { ...answer(offered.used), ...(offered.accepted ? {} : no) },
          events.nowMs,
        );
        ask();
      });
    });
  };
  const ask = (): void => {
    asked += 1;
    const mine = asked;
    for (;;) {
      const { nowMs } = events;
      const atMs = Math.max(busyMs(nowMs), bucket.earliestMs(1, 0, nowMs));
      if (atMs > nowMs) {
        if (atMs < Infinity) events.at(atMs, () => void (mine === asked && ask()));
        return;
      }
      send();
    }
  };
  ask();
  events.runUntil(hourMs);
  return { refused, accepted };
}

/** Not more than `part` of the limit in that part of the window either. */
const finer = (max: number, part: number): CountingModel =>
  rollingLog({ max: max * part, windowMs: windowMs * part });

const strict: Readonly<Record<string, () => CountingModel>> = {
  "counts in tenths of its window": () => finer(100, 0.1),
  "estimates from two windows": () => slidingCounter({ max: 100, windowMs }),
};

describe("an exchange that refuses what a rolling window allows", () => {
  test.each(Object.entries(strict))(
    "%s: refuses two bursts, and nothing of what comes evenly",
    (_, server) => {
      const rolling = play(bucketOf(100, "rolling-window"), server());
      const bucket = bucketOf(100);
      const { refused, accepted } = play(bucket, server());
      expect(bucket.isEven).toBe(true);
      // Of thirty busy minutes the first two.
      expect(rolling.refused.length).toBeGreaterThan(1_000);
      expect(Math.max(...rolling.refused)).toBeGreaterThan(0.9 * hourMs);
      expect(refused.length).toBeLessThan(80);
      expect(Math.max(...refused)).toBeLessThan(200_000);
      expect(accepted.length).toBeGreaterThan(1.2 * rolling.accepted.length);
    },
  );
});

/** One refusal, long after the one before. */
function refuse(bucket: Bucket, times: number, told: Report = {}): readonly boolean[] {
  return Array.from({ length: times }, (_, index) => {
    const nowMs = index * hourMs;
    const charge = bucket.charge(1, nowMs);
    bucket.settle(charge, { ...told, refused: { as: "quota" } }, nowMs + 1);
    return bucket.isEven;
  });
}

describe("calls leave evenly", () => {
  test("from the second refusal on, and no longer where that is refused as well", () => {
    expect(refuse(bucketOf(100), 6)).toEqual([false, true, false, false, true, false]);
  });

  test("never where a used figure tells of somebody else", () => {
    expect(refuse(bucketOf(100), 3, { used: 40 })).toEqual([false, false, false]);
    expect(refuse(bucketOf(100), 2, { used: 1 })).toEqual([false, true]);
  });

  test("never where it is known how the exchange counts, or where it is overloaded", () => {
    expect(refuse(bucketOf(100, "rolling-window"), 3)).toEqual([false, false, false]);
    const bucket = bucketOf(100);
    for (const nowMs of [0, hourMs]) bucket.report({ refused: { as: "pause" } }, nowMs);
    expect(bucket.isEven).toBe(false);
  });

  /** When calls of these costs leave, one right after the other, once all is forgotten. */
  function leaves(
    bucket: Bucket,
    costs: readonly number[],
  ): readonly (readonly [number, number])[] {
    let nowMs = 10 * hourMs;
    return costs.map((cost) => {
      nowMs = bucket.earliestMs(cost, 0, nowMs);
      bucket.settle(bucket.charge(cost, nowMs), {}, nowMs);
      return [nowMs, cost];
    });
  }

  test.each([
    [2, 1],
    [3, 1],
    [10, 1],
    [100, 1],
    [100, 20],
  ])("with no more than the plan of %i in a window and its jitter, by %i each", (max, cost) => {
    const bucket = bucketOf(max);
    refuse(bucket, 2);
    const sent = leaves(
      bucket,
      Array.from({ length: 200 }, () => cost),
    );
    const { planned } = bucket.level(hourMs);
    const sums = sent.map(([fromMs]) =>
      sent
        .filter(([atMs]) => atMs >= fromMs && atMs < fromMs + windowMs + 299)
        .reduce((sum, [, weight]) => sum + weight, 0),
    );
    expect(Math.max(...sums)).toBeLessThanOrEqual(planned);
  });

  test.each([2, 3, 5, 10, 100])("and a limit of %i loses no more than the jitter by it", (max) => {
    const tookMs = (counted: Counted): number => {
      const bucket = bucketOf(max, counted);
      refuse(bucket, 2);
      const sent = leaves(
        bucket,
        Array.from({ length: 20 * max }, () => 1),
      );
      return (sent.at(-1)?.[0] ?? NaN) - (sent[0]?.[0] ?? NaN);
    };
    expect(tookMs("rolling-window") / tookMs("unknown")).toBeGreaterThan(0.9);
  });

  test("with half of the limit at least, where the heaviest call takes all of it", () => {
    const bucket = bucketOf(100);
    bucket.settle(bucket.charge(93, 0), {}, 0);
    refuse(bucket, 2);
    const sent = leaves(
      bucket,
      Array.from({ length: 100 }, () => 10),
    );
    const [first = [NaN], last = [NaN]] = [sent[0], sent.at(-1)];
    expect(last[0] - first[0]).toBeLessThan((99 * 10 * 2 * 10_300) / 93 + 1);
  });

  test("and it is said, once", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock, random: () => 0.5 });
    const limit = { counted: "unknown", windowMs, max: 100, per: [] } as const;
    const gate = createGate({ calls: limit }, { clock, ledger });
    const told: string[] = [];
    gate.on("notice", ({ message }) => void told.push(message));
    for (let event = 0; event < 6; event += 1) {
      const permit = await gate.acquire(gate.price({ calls: 1 }));
      permit.settle({ calls: { refused: { as: "quota" } } });
      expect(told).toHaveLength(event === 0 ? 0 : 1);
      await clock.advance(hourMs);
    }
    expect(told[0]).toMatch(/^calls was refused below its limit again/);
  });
});
