/**
 * Below the limit is easy; close below it is the point. Long seeded runs of a caller who always wants more,
 * weight 1, and a network that takes up to so much each way.
 */
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Report } from "../../src/limits/bucket.ts";
import { plan } from "../../src/limits/limit.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { saturate } from "../support/property-saturate.ts";
import {
  bucketServer,
  firstCallServer,
  fixedServer,
  rollingServer,
  serverTime,
} from "../support/server-models.ts";
import type { ServerModel } from "../support/server-models.ts";

const sizes = [
  { windowMs: 1_000, max: 50 },
  { windowMs: 10_000, max: 100 },
  { windowMs: 60_000, max: 1_200 },
];
const travels = [0, 50, 100, 200];
const cases = sizes.flatMap((size) => travels.map((travelMaxMs) => ({ ...size, travelMaxMs })));

const time = { offsetMs: 1_764_460_800_123, ppm: 0 };

type Case = (typeof cases)[number];

/** Part of what is planned that was counted; nothing may be refused. */
function share(
  of: Case,
  parts: Readonly<{
    limit: FlatLimit;
    server: ServerModel;
    answer?: (countedMs: number, used: number) => Report;
  }>,
): number {
  const { limit, ...rest } = parts;
  const outcome = saturate({
    ...of,
    ...rest,
    bucket: createBucket(limit, { key: "k", random: () => 0.5 }),
    untilMs: Math.max(30 * of.windowMs, 120_000),
    // The full bucket at the start is not part of it.
    fromMs: 2 * of.windowMs,
  });
  expect(outcome.refused).toBe(0);
  const { headroom } = plan(limit);
  return (outcome.perMs * of.windowMs) / ((1 - headroom) * of.max);
}

const stampEvery =
  (stepMs: number) =>
  (countedMs: number): Report => ({
    stamp: { serverMs: Math.floor(serverTime(time, countedMs) / stepMs) * stepMs, stepMs },
  });

describe("what is used of the plan", () => {
  // 47.5 of 50 is 47: the whole number costs 1 %.
  const whole = ({ max }: Case): number => Math.floor(0.95 * max) / (0.95 * max);

  test.each(cases)("a rolling window loses no more than the round trip: %o", (of) => {
    const { windowMs, max, travelMaxMs } = of;
    const limit = { counted: "rolling-window", windowMs, max, headroom: 0.05, per: [] } as const;
    const best = (whole(of) * windowMs) / (windowMs + travelMaxMs);
    const measured = share(of, { limit, server: rollingServer(windowMs) });
    expect(measured).toBeGreaterThan(0.98 * best);
  });

  test.each(cases)("a window on UTC that is stamped in ms loses less than 1 %: %o", (of) => {
    const { windowMs, max } = of;
    const limit = {
      counted: "fixed-window",
      starts: "utc",
      windowMs,
      max,
      headroom: 0.05,
      per: [],
    } as const;
    const measured = share(of, {
      limit,
      server: fixedServer(windowMs, time),
      answer: stampEvery(1),
    });
    expect(measured).toBeGreaterThan(0.99 * whole(of));
  });

  test.each(cases)(
    "a window on UTC with a Date header loses less than 1 %, or 8 % of a second: %o",
    (of) => {
      const { windowMs, max } = of;
      const limit = {
        counted: "fixed-window",
        starts: "utc",
        windowMs,
        max,
        headroom: 0.05,
        per: [],
      } as const;
      const answer = stampEvery(1_000);
      const measured = share(of, { limit, server: fixedServer(windowMs, time), answer });
      expect(measured).toBeGreaterThan((windowMs === 1_000 ? 0.92 : 0.99) * whole(of));
    },
  );

  test.each(cases)("a used figure in each answer costs a window on UTC nothing: %o", (of) => {
    const { windowMs, max } = of;
    const limit = {
      counted: "fixed-window",
      starts: "utc",
      windowMs,
      max,
      headroom: 0.05,
      per: [],
    } as const;
    const stamp = stampEvery(1);
    const answer = (countedMs: number, used: number): Report => ({ used, ...stamp(countedMs) });
    const measured = share(of, { limit, server: fixedServer(windowMs, time), answer });
    expect(measured).toBeGreaterThan(0.98 * whole(of));
  });

  test.each(cases)(
    "a window that begins with its first call, and tells what is used, loses no more than the round trip: %o",
    (of) => {
      const { windowMs, max, travelMaxMs } = of;
      const begins = "first-request";
      const limit = {
        counted: "fixed-window",
        starts: begins,
        windowMs,
        max,
        headroom: 0.05,
        per: [],
      } as const;
      const answer = (_countedMs: number, used: number): Report => ({ used });
      const measured = share(of, { limit, server: firstCallServer(windowMs), answer });
      expect(measured).toBeGreaterThan(
        (0.97 * whole(of) * windowMs) / (windowMs + 2 * travelMaxMs),
      );
    },
  );

  test.each(cases)("a mirror of a bucket loses less than 1 % of the refill: %o", (of) => {
    const { windowMs, max } = of;
    const refillPerSecond = (max / windowMs) * 1_000;
    const limit = { counted: "bucket", max, refillPerSecond, headroom: 0.05, per: [] } as const;
    const measured = share(of, { limit, server: bucketServer({ refillPerMs: max / windowMs }) });
    expect(measured).toBeGreaterThan(0.99);
  });

  test.each(cases)("a used figure in each answer costs a mirror nothing: %o", (of) => {
    const { windowMs, max } = of;
    const refillPerSecond = (max / windowMs) * 1_000;
    const limit = { counted: "bucket", max, refillPerSecond, headroom: 0.05, per: [] } as const;
    const server = bucketServer({ refillPerMs: max / windowMs });
    const measured = share(of, { limit, server, answer: (_countedMs, used) => ({ used }) });
    expect(measured).toBeGreaterThan(0.99);
  });
});

describe("cases", () => {
  test("a bucket of one window of burst is not used against a rolling minute (C01)", () => {
    const limit = {
      counted: "rolling-window",
      windowMs: 60_000,
      max: 1_200,
      headroom: 0.1,
      per: [],
    } as const;
    const bucket = createBucket(limit, { key: "k", random: () => 0.5 });
    const server = rollingServer(60_000);
    let worst = 0;
    const watched: ServerModel = {
      ...server,
      count: (cost, atMs) => {
        const used = server.count(cost, atMs);
        worst = Math.max(worst, used);
        return used;
      },
    };
    // An idle minute, then 180 s of everything that goes: 60 s are asked for from a full bucket.
    expect(bucket.earliestMs(1, 0, 60_000)).toBe(60_000);
    const outcome = saturate({
      bucket,
      server: watched,
      max: 1_200,
      startMs: 60_000,
      untilMs: 240_000,
      travelMaxMs: 50,
    });
    expect(outcome.refused).toBe(0);
    expect(worst).toBeLessThanOrEqual(1_080);
    expect(worst).toBeGreaterThan(1_060);
  });

  const hundred = { max: 100, windowMs: 60_000, headroom: 0.05, per: [] } as const;

  /** 95 in the last second of a minute; when may 95 more leave, one by one? */
  function secondBatch(
    limit: FlatLimit,
    stamped: boolean,
  ): { firstMs: number; lastMs: number; worst: number } {
    const bucket = createBucket(limit, { key: "k", random: () => 0.5 });
    const server = fixedServer(60_000, { offsetMs: 0, ppm: 0 });
    const stampAt = (atMs: number): Report =>
      stamped ? { stamp: { serverMs: atMs, stepMs: 1 } } : {};
    // A call long before tells the phase, if anything does.
    if (stamped) bucket.settle(bucket.charge(0, 0), stampAt(1), 2);
    let worst = 0;
    const send = (nowMs: number): void => {
      const charge = bucket.charge(1, nowMs);
      worst = Math.max(worst, server.count(1, nowMs));
      bucket.settle(charge, stampAt(nowMs), nowMs);
    };
    // Where the phase is known the pacer spreads a window's weight: it has to start earlier.
    let nowMs = stamped ? 18_500 : 59_000;
    for (let sent = 0; sent < 95; sent += 1) {
      nowMs = stamped ? bucket.earliestMs(1, 0, nowMs) : 59_000 + sent * 9;
      send(nowMs);
    }
    expect(nowMs).toBeLessThan(60_000);
    let firstMs = Infinity;
    nowMs = 60_100;
    for (let sent = 0; sent < 95; sent += 1) {
      nowMs = bucket.earliestMs(1, 0, nowMs);
      firstMs = Math.min(firstMs, nowMs);
      send(nowMs);
    }
    return { firstMs, lastMs: nowMs, worst };
  }

  test("a second batch goes after the boundary where the alignment is known (C03)", () => {
    const { firstMs, lastMs, worst } = secondBatch(
      { counted: "fixed-window", starts: "utc", ...hundred },
      true,
    );
    expect(firstMs).toBeLessThan(62_000);
    expect(lastMs).toBeLessThan(120_000);
    expect(worst).toBeLessThanOrEqual(100);
  });

  test.each([
    { counted: "rolling-window" },
    { counted: "unknown" },
    { counted: "fixed-window", starts: "unknown" },
    { counted: "fixed-window", starts: "utc" },
  ] as const)(
    "a second batch waits for 119 s where the alignment is not known: %o (C03)",
    (counting) => {
      const { firstMs, worst } = secondBatch({ ...counting, ...hundred }, false);
      expect(firstMs).toBeGreaterThan(119_000);
      expect(worst).toBeLessThanOrEqual(100);
    },
  );
});
