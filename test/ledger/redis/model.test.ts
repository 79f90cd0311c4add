/** Every order of steps of a few processes that lose contact and come back. */
import { describe, expect, test } from "vitest";
import { explore, product } from "../../support/redis-model.ts";
import type { Rules, World } from "../../support/redis-model.ts";

const two: World = { processes: 2, planned: 2, window: 3, loses: false, joining: 0 };

test("with the state kept, no order of steps grants more in a window than is planned", () => {
  const { most, states } = explore(two, product);
  expect(states).toBeGreaterThan(10_000);
  expect(most).toBe(2);
});

test("with the state lost once, no order of steps grants more than is planned and a burst", () => {
  const { most, states } = explore({ ...two, loses: true }, product);
  expect(states).toBeGreaterThan(10_000);
  expect(most).toBeLessThanOrEqual(3);
});

test("with another one that comes later, no order of steps grants more than is planned", () => {
  const { most, states } = explore({ ...two, joining: 1 }, product);
  expect(states).toBeGreaterThan(10_000);
  expect(most).toBe(2);
});

describe("a simpler rule grants too much in some order of steps:", () => {
  test.for<readonly [string, Partial<Rules>]>([
    ["on its own share at once, before the others count with it", { waits: 0 }],
    ["forgotten when it is overdue", { kept: 2 }],
    ["what was used without contact is not told", { merges: false }],
    ["taken to be in contact when it tries, whose answer may be lost", { doubts: false }],
    ["open where there is no contact", { alone: "all" }],
  ])("%s", ([, simpler]) => {
    expect(explore(two, { ...product, ...simpler }, 2).most).toBeGreaterThan(2);
  });

  test.for<readonly [string, Partial<Rules>]>([
    [
      "what is kept for one without contact is what there would be for it now",
      { keeps: "counted" },
    ],
    ["one that has just come may take its part before the others know of it", { tells: false }],
  ])("%s", ([, simpler]) => {
    const joined = { ...two, joining: 1 };
    expect(explore(joined, { ...product, ...simpler }, 2).most).toBeGreaterThan(2);
  });

  test("a bucket that was lost starts full", () => {
    const lossy = { ...two, loses: true };
    expect(explore(lossy, { ...product, startsEmpty: false }, 3).most).toBeGreaterThan(3);
  });
});
