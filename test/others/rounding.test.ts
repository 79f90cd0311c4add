/**
 * What stands behind the rounding and overflow cases of bucket4j (Apache-2.0): a rate that does not divide
 * is never granted early, and nothing of it gets lost, however many calls there were. There whole numbers and
 * the rest of each division keep it; here it is compared with such numbers of any size.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBucket } from "../../src/limits/bucket.ts";
import type { Bucket } from "../../src/limits/bucket.ts";
import type { FlatLimit } from "../../src/limits/limit.ts";
import { bucket } from "../support/gate-limits.ts";
import { runs } from "../support/property-play.ts";

/** So many tokens per so many ms, both whole. */
type Rate = Readonly<{ tokens: number; perMs: number; capacity: number }>;

type Paced = Pick<Bucket, "earliestMs"> & Readonly<{ take(cost: number, nowMs: number): void }>;

function limitOf({ tokens, perMs, capacity }: Rate): FlatLimit {
  return { ...bucket(capacity, (1_000 * tokens) / perMs), max: capacity };
}

function paced(rate: Rate): Paced {
  const made = createBucket(limitOf(rate), { key: "k" });
  return {
    earliestMs: (...asked) => made.earliestMs(...asked),
    take: (cost, nowMs) => void made.charge(cost, nowMs),
  };
}

/** Exact: `1 / perMs` of a token comes with each `1 / tokens` of a ms. */
class Exact {
  readonly #rate: Readonly<{ tokens: bigint; perMs: bigint; capacity: bigint }>;
  #parts: bigint;
  /** In parts of a ms. */
  #at = 0n;

  constructor({ tokens, perMs, capacity }: Rate) {
    this.#rate = { tokens: BigInt(tokens), perMs: BigInt(perMs), capacity: BigInt(capacity) };
    this.#parts = this.#rate.capacity * this.#rate.perMs;
  }

  /** When a cost goes that is asked for so long after the last one went, ms. */
  next(cost: number, gapMs: number): number {
    const { tokens, perMs, capacity } = this.#rate;
    const full = capacity * perMs;
    const gap = BigInt(gapMs) * tokens;
    const there = this.#parts + gap < full ? this.#parts + gap : full;
    const needed = BigInt(cost) * perMs;
    const wait = needed > there ? needed - there : 0n;
    this.#parts = there + wait - needed;
    this.#at += gap + wait;
    return Number(this.#at / tokens) + Number(this.#at % tokens) / Number(tokens);
  }
}

type Step = Readonly<{ cost: number; gapMs: number }>;

/**
 * The most that any of them goes before or after its time: in tokens, for each that it costs. Tokens and
 * instants are known no better than doubles say them.
 */
function worst(rate: Rate, make: (rate: Rate) => Paced, steps: readonly Step[]): number {
  const [is, exact] = [make(rate), new Exact(rate)];
  let nowMs = 0;
  let most = 0;
  for (const { cost, gapMs } of steps) {
    const exactMs = exact.next(cost, gapMs);
    nowMs = is.earliestMs(cost, 0, nowMs + gapMs);
    is.take(cost, nowMs);
    const apartMs = Math.abs(nowMs - exactMs) - 4 * Number.EPSILON * exactMs;
    const apart = (apartMs * rate.tokens) / rate.perMs - 1e-13 * rate.capacity;
    most = Math.max(most, apart / (1 + cost));
  }
  return most;
}

/** What counts as enough, in spite of decimals. It does not add up: what went early is owed. */
const enough = 2e-9;

const rates = fc.record({
  tokens: fc.integer({ min: 1, max: 1_000 }),
  perMs: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constant(86_400_000)),
  capacity: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(1e9)),
});
const drawn = rates.chain((rate) =>
  fc.record({
    rate: fc.constant(rate),
    steps: fc.array(
      fc.record({
        cost: fc.integer({ min: 1, max: rate.capacity }),
        gapMs: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(10_000)),
      }),
      { minLength: 1, maxLength: 200, size: "max" },
    ),
  }),
);

const kept = (make: (rate: Rate) => Paced) =>
  fc.property(drawn, ({ rate, steps }) => worst(rate, make, steps) <= enough);

describe("a rate that does not divide", () => {
  test("lets each call go at its exact instant, whatever was called before", () => {
    fc.assert(kept(paced), runs(300));
  });

  test.each([
    ["1 per 3 s", { tokens: 1, perMs: 3_000, capacity: 1 }],
    ["7 per 3 s", { tokens: 7, perMs: 3_000, capacity: 7 }],
    ["10 per 97 ms", { tokens: 10, perMs: 97, capacity: 10 }],
    ["1 000 000 001 per s", { tokens: 1_000_000_001, perMs: 1_000, capacity: 1_000_000_001 }],
    ["3 per 49 years", { tokens: 3, perMs: 49 * 31_557_600_000, capacity: 3 }],
  ])("of %s has not drifted after 100 000 calls", (_name, rate) => {
    const steps = Array.from({ length: 100_000 }, () => ({ cost: 1, gapMs: 0 }));
    expect(worst(rate, paced, steps)).toBeLessThanOrEqual(enough);
  });
});

describe("the property catches", () => {
  test("instants that are rounded down", () => {
    const early = (rate: Rate): Paced => {
      const is = paced(rate);
      const floored = (cost: number, leave: number, nowMs: number): number =>
        Math.max(nowMs, Math.floor(is.earliestMs(cost, leave, nowMs)));
      return { ...is, earliestMs: floored };
    };
    expect(fc.check(kept(early), { numRuns: 100, seed: 7 }).failed).toBe(true);
  });

  test("parts of a token that are forgotten", () => {
    const forgetful = ({ tokens, perMs, capacity }: Rate): Paced => {
      let there = capacity;
      let atMs = 0;
      const at = (nowMs: number): number =>
        Math.min(capacity, there + Math.floor(((nowMs - atMs) * tokens) / perMs + 1e-9));
      return {
        earliestMs: (cost, _leave, nowMs) =>
          at(nowMs) >= cost ? nowMs : atMs + ((cost - there) * perMs) / tokens,
        take: (cost, nowMs) => {
          there = at(nowMs) - cost;
          atMs = nowMs;
        },
      };
    };
    expect(fc.check(kept(forgetful), { numRuns: 100, seed: 7 }).failed).toBe(true);
  });
});
