/**
 * What the exchange's figures say of a call's cost: the steps of the used figure, and the vote over them.
 * Beside irregular use of others no cost is ever said to have changed that has not; one that has is found.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UsedSteps } from "../../src/limits/used-steps.ts";
import type { Sending } from "../../src/limits/used-steps.ts";
import { Weighed } from "../../src/limits/weighed.ts";
import { seeded } from "../support/seeded.ts";

/** Plays `>a` sent, `a40` answered with 40 used, `a!` ended without an answer. Returns the steps. */
function stepsOf(script: string): string[] {
  const steps = new UsedSteps<string>();
  const sent = new Map<string, Sending>();
  return script.split(" ").flatMap((word) => {
    const name = word.replace(/[^a-z]/g, "");
    if (word.startsWith(">")) {
      sent.set(name, steps.sent());
      return [];
    }
    const sending = sent.get(name) ?? { sentAt: 0 };
    const used = word.slice(1);
    if (used !== "!") steps.answered(sending, Number(used), name);
    return steps.ended(sending).map(({ tag, by, ordered }) => `${tag}${by}${ordered ? "" : "?"}`);
  });
}

describe("the steps of a used figure", () => {
  test.each([
    ["one after the other", ">a a20 >b b40 >c c65", ["b20", "c25"]],
    ["the first has nothing before it", ">a a20", []],
    ["answers in the other order", ">a a5 >b >c c45 b25", ["b20", "c20?"]],
    ["a step is not told while a call that could stand before it is open", ">a a5 >b >c c45", []],
    ["a call that is lost is in the step of the next", ">a a5 >b >c c45 b!", ["c40"]],
    ["a figure that is lower was counted in another window", ">a a50 >b b5 >c c10", ["c5"]],
    ["a figure that is the same as well", ">a a5 >b b5 >c c10", ["c5"]],
    ["a late answer of the window before says nothing", ">z >a a50 >b b5 z45 >c c10", ["c5"]],
    [
      "nor what was counted across a call of either window",
      ">z >a a50 >b b5 >c c15 z10 >d d20",
      ["d5"],
    ],
  ])("%s", (_, script, expected) => {
    expect(stepsOf(script)).toEqual(expected);
  });

  test("a call that hangs holds back 256 figures, and no more", () => {
    const steps = new UsedSteps<string>();
    steps.sent();
    let told = 0;
    for (let n = 1; n <= 1_000; n += 1) {
      const sending = steps.sent();
      steps.answered(sending, 5 * n, "a");
      told += steps.ended(sending).length;
    }
    expect(told).toBe(1_000 - 256 - 1);
  });
});

const times = (count: number, by: number): number[] => Array.from({ length: count }, () => by);

describe("the vote over the steps of a call declared as 5", () => {
  test.each([
    ["eight alike prove it", times(8, 20), false, 20],
    ["seven do not", times(7, 20), false, 5],
    ["one between them takes one off", [...times(7, 20), 33, ...times(2, 20)], false, 20],
    ["steps that differ prove nothing", [11, 24, 5, 17, 31, 5, 8, 9, 12, 40, 7, 6], false, 5],
    ["others' constant step is mistaken for it", times(8, 8), false, 8],
    ["eight undisturbed ones correct that", [...times(8, 8), ...times(8, 5)], true, 5],
    ["but not where a figure may fall by itself", [...times(8, 8), ...times(8, 5)], false, 8],
    ["a cost that is too high is lowered on proof", times(8, 2), true, 2],
    ["and not without", times(8, 2), false, 5],
    ["it can move again", [...times(8, 20), ...times(16, 40)], false, 40],
    ["decimals are the same up to their rounding", times(8, 0.1 + 0.2), true, 0.3],
  ])("%s", (_, steps, lower, charged) => {
    const weighed = new Weighed(5);
    for (const by of steps) weighed.look(by, lower);
    expect(weighed.charged).toBeCloseTo(charged, 9);
  });
});

type Voter = { charged: number; look(by: number, lower: boolean): boolean };
type Observer = {
  sent(): Sending;
  answered(sending: Sending, used: number, tag: Voter): void;
  ended(sending: Sending): readonly Readonly<{ tag: Voter; by: number; ordered: boolean }>[];
};

/** The least of the last eight steps. */
class Least implements Voter {
  charged: number;
  #last: number[] = [];
  constructor(declared: number) {
    this.charged = declared;
  }
  look(by: number): boolean {
    this.#last = [...this.#last, by].slice(-8);
    if (this.#last.length < 8) return false;
    const least = Math.min(...this.#last);
    const moved = least !== this.charged;
    this.charged = least;
    return moved;
  }
}

/** Takes the order of the answers for the order of counting. */
class AsAnswered implements Observer {
  #last: number | undefined;
  #told: { tag: Voter; by: number; ordered: boolean }[] = [];
  sent(): Sending {
    return { sentAt: 0 };
  }
  answered(_: Sending, used: number, tag: Voter): void {
    if (this.#last !== undefined) this.#told.push({ tag, by: used - this.#last, ordered: true });
    this.#last = used;
  }
  ended() {
    return this.#told.splice(0);
  }
}

type World = Readonly<{
  seed: number;
  /** What others' requests weigh, and how many there are for each of ours. */
  others: number;
  inFlightMax: number;
  lost: number;
  /** What the exchange counts for a call declared as 5. */
  counted?: number;
  answers?: number;
}>;

const ours = [1, 5, 20];

/** Irregular: a number of requests that is never the same, of weights that differ. */
function usedByOthers(requests: number, random: () => number): number {
  let used = 0;
  for (let left = requests * -Math.log(1 - random()); left > random(); left -= 1) {
    used += 1 + Math.floor(40 * random());
  }
  return used;
}

/** Calls of three declared weights, counted and answered in any order. Returns when a drift was said. */
function play(world: World, voter: (declared: number) => Voter, observer: Observer) {
  const { seed, others, inFlightMax, lost, counted, answers } = {
    counted: 5,
    answers: 400,
    ...world,
  };
  const random = seeded(seed);
  const upTo = (count: number): number => Math.floor(random() * count);
  const voters = ours.map((cost) => ({ cost, voter: voter(cost) }));
  const open: { sending: Sending; of: number; used?: number }[] = [];
  const drifts: string[] = [];
  let used = 0;
  let answered = 0;
  while (answered < answers) {
    used += usedByOthers(others, random);
    if (random() < 0.005) used = 0;
    if (open.length < inFlightMax && random() < 0.6) {
      open.push({ sending: observer.sent(), of: upTo(ours.length) });
    }
    const next = open[upTo(open.length)];
    if (next === undefined) continue;
    const { cost, voter: weighed } = voters[next.of] ?? { cost: 0, voter: new Weighed(0) };
    if (next.used === undefined) {
      used += cost === 5 ? counted : cost;
      next.used = used;
      continue;
    }
    open.splice(open.indexOf(next), 1);
    if (random() >= lost) observer.answered(next.sending, next.used, weighed);
    answered += 1;
    const steps = observer.ended(next.sending);
    const moved = steps.filter(({ tag, by, ordered }) => tag.look(by, ordered));
    drifts.push(...moved.map(({ by }) => `${answered}: ${by}`));
  }
  return { drifts, charged: voters.map((one) => one.voter.charged) };
}

const worlds: fc.Arbitrary<World> = fc.record({
  seed: fc.integer({ min: 1, max: 1e9 }),
  others: fc.double({ min: 0, max: 3, noNaN: true }),
  inFlightMax: fc.integer({ min: 1, max: 16 }),
  lost: fc.double({ min: 0, max: 0.1, noNaN: true }),
});

const weighed = (declared: number): Voter => new Weighed(declared);
const noDrift = (voter: (declared: number) => Voter, observer: () => Observer) =>
  fc.property(worlds, (world) => play(world, voter, observer()).drifts.length === 0);
const runs = { numRuns: 300, seed: 1 };

describe("beside irregular use of others, in any order, with lost answers and new windows", () => {
  test("no drift is said where the weights are as declared", () => {
    fc.assert(
      noDrift(weighed, () => new UsedSteps<Voter>()),
      runs,
    );
  });

  test("the least of the last steps would say one", () => {
    const least = (cost: number): Voter => new Least(cost);
    expect(
      fc.check(
        noDrift(least, () => new UsedSteps<Voter>()),
        runs,
      ).failed,
    ).toBe(true);
  });

  test.each([
    ["no drift is said", () => new UsedSteps<Voter>(), [5, 20]],
    ["the order of the answers would say one", () => new AsAnswered(), [-20, 45]],
  ] as const)("of calls that are always answered in the other order: %s", (_, make, charged) => {
    const observer: Observer = make();
    const voters = [new Weighed(5), new Weighed(20)] as const;
    const [light, heavy] = voters;
    let used = 0;
    for (let n = 0; n < 30; n += 1) {
      const [first, second] = [observer.sent(), observer.sent()];
      observer.answered(second, used + 25, heavy);
      const steps = [...observer.ended(second)];
      observer.answered(first, used + 5, light);
      steps.push(...observer.ended(first));
      for (const { tag, by, ordered } of steps) tag.look(by, ordered);
      used += 25;
    }
    expect(voters.map((one) => one.charged)).toEqual(charged);
  });

  test("a weight of 5 that is counted as 20 is found within 600 answers, a third of them such calls, where most are undisturbed", () => {
    const found = fc.property(worlds, (world) => {
      const [others, lost] = [world.others / 20, world.lost / 2];
      const raised = { ...world, others, lost, counted: 20, answers: 600 };
      expect(play(raised, weighed, new UsedSteps<Voter>()).charged).toEqual([1, 20, 20]);
    });
    fc.assert(found, runs);
  });
});
