/**
 * All orders of three and of four requests, with others and a turn of the window, on the accountings
 * themselves; and the simpler rules, which the same orders break.
 *
 * `HEADGATE_INTERLEAVINGS=all` tries every order of four; without it, a fixed part of them.
 */
import { describe, expect, test } from "vitest";
import type { Charge } from "../../src/limits/bucket.ts";
import { FixedWindow } from "../../src/limits/fixed-window.ts";
import type { Guard, Terms } from "../../src/limits/guard.ts";
import { PlainSum } from "../../src/limits/plain-sum.ts";
import { Phase } from "../../src/limits/phase.ts";
import { RollingWindow } from "../../src/limits/rolling-window.ts";
import { ServerClock } from "../../src/limits/server-clock.ts";
import { MirrorBucket } from "../../src/limits/token-bucket.ts";
import { everyOrder } from "../support/property-interleavings.ts";
import type { Believer, Verdict } from "../support/property-interleavings.ts";
import { simplerRules } from "../support/simpler-rules.ts";

const windowMs = 60_000;
const terms = (): Terms => ({ max: 100, planned: 95 });

/** One stamp in whole seconds: the boundary at 60 s is known to about a second before it. */
const known = { startMs: 1_000, nearMs: 59_200, overMs: 60_100 } as const;

function aligned(falls: boolean): Guard {
  const phase = new Phase({ windowMs, starts: "utc", exchange: new ServerClock() });
  const guard = new FixedWindow({ windowMs, falls, terms: terms(), phase });
  guard.charge(0, 0);
  guard.settle({ key: "k", cost: 0, atMs: 0 }, { stamp: { serverMs: 0, stepMs: 1_000 } }, 2);
  return guard;
}

const rolling = (figures: "leave" | "stay"): Guard =>
  new RollingWindow({ windowMs, terms: terms(), figures });

const mirror = (): Guard =>
  new MirrorBucket({
    terms: terms(),
    // Time gives nothing back within a test.
    sizesFor: (planned) => ({ capacity: planned, saved: planned, refillPerMs: 1e-12 }),
  });

function believerOf(guard: Guard, stamped = false): Believer {
  const charges = new Map<number, Charge>();
  return {
    send(cost, request, nowMs) {
      charges.set(request, { key: "k", cost, atMs: nowMs });
      guard.charge(cost, nowMs, 1);
    },
    answer({ request, used }, nowMs) {
      const charge = charges.get(request);
      const stamp = stamped ? { stamp: { serverMs: nowMs, stepMs: 1 } } : {};
      if (charge !== undefined) guard.settle(charge, { used, ...stamp }, nowMs, 1);
    },
    used: (nowMs) => guard.used(nowMs),
  };
}

type Case = Readonly<{
  make: () => Believer;
  turns?: "known" | "hidden";
  falls?: number;
  /** Whether one round trip alone makes it exact. */
  exact: boolean;
}>;

type Tried = Omit<Case, "exact"> & Readonly<{ until?: "over" | "settled" }>;

const accountings: Readonly<Record<string, Case>> = {
  "a fixed window of known phase": {
    make: () => believerOf(aligned(false)),
    turns: "known",
    exact: true,
  },
  "a fixed window whose count falls": {
    make: () => believerOf(aligned(true)),
    turns: "known",
    falls: 1,
    exact: true,
  },
  // Its window may have turned: what it knows it keeps for the length of one.
  "a fixed window of unknown phase": {
    make: () => believerOf(rolling("stay")),
    turns: "hidden",
    exact: false,
  },
  "a rolling window": { make: () => believerOf(rolling("leave")), exact: true },
  "what is open now": {
    make: () => believerOf(new PlainSum(terms(), false)),
    falls: 1,
    exact: true,
  },
  // It gets more only from its refill.
  "a mirror of a bucket": { make: () => believerOf(mirror()), exact: false },
};

const whole = process.env["HEADGATE_INTERLEAVINGS"] === "all";

const three = ({ make, turns, falls = 0, until }: Tried): Verdict =>
  everyOrder({
    ...known,
    ...(until === undefined ? {} : { until }),
    costs: [1, 2, 3],
    others: falls > 0 ? 1 : 2,
    falls,
    ...(turns === undefined ? {} : { turns }),
    make,
  });

/** Of the orders around a known turn, which are millions, one subtree in so many. */
const four = ({ make, turns, falls = 0 }: Tried): Verdict =>
  everyOrder({
    ...known,
    costs: [2, 1, 3, 1],
    others: falls > 0 ? 1 : 2,
    falls,
    oneIn: turns === "known" && !whole ? 200 : 1,
    ...(turns === undefined ? {} : { turns }),
    make,
  });

describe.each(Object.entries(accountings))("%s", (_name, of) => {
  test.each([
    ["three", three, 500],
    ["four", four, 1_000],
  ] as const)(
    "never believes in more room than there is, and is exact after one call alone: %s requests",
    (_count, check, least) => {
      const verdict = check(of);
      expect(verdict.example).toBe("");
      expect(verdict.over).toBeCloseTo(0, 6);
      expect(verdict.histories).toBeGreaterThan(least);
      expect(verdict.settled).toBeLessThanOrEqual(of.exact ? 0 : Infinity);
    },
    whole ? 3_600_000 : 60_000,
  );
});

test.each(Object.entries(simplerRules))(
  "the same orders break the simpler rule %s",
  (_name, { make, wrong }) => {
    expect(three({ make, turns: "known", until: wrong })[wrong]).toBeGreaterThan(0);
  },
);
