import { othersUse } from "headgate/emulator";
import { expect, test } from "vitest";

type Step = Readonly<{ ip: string; weight: number; atMs: number }>;

function observed(
  others: Parameters<typeof othersUse>[1],
  startMs = 0,
): { steps: Step[]; until: (ip: string, nowMs: number) => void } {
  const steps: Step[] = [];
  const serverSide = {
    limit: { max: 6_000, windowMs: 60_000 },
    useByOthers: (ip: string, weight: number, atMs: number) =>
      void steps.push({ ip, weight, atMs }),
  };
  return { steps, until: othersUse(serverSide, others, startMs) };
}

const sum = (steps: readonly Step[]): number =>
  steps.reduce((total, step) => total + step.weight, 0);

test("others' use adds up to its share in every window, within one step", () => {
  const { steps, until } = observed({ share: 0.2, stepWeight: 20 });
  until("a", 600_000);
  expect(Math.abs(sum(steps) - 12_000)).toBeLessThanOrEqual(20);
  for (let startMs = 0; startMs < 600_000; startMs += 60_000) {
    const inWindow = steps.filter(({ atMs }) => atMs >= startMs && atMs < startMs + 60_000);
    expect(Math.abs(sum(inWindow) - 1_200)).toBeLessThanOrEqual(40);
  }
});

test("others' steps are small, in order and spread over the time", () => {
  const { steps, until } = observed({ share: 0.2, stepWeight: 20 });
  until("a", 60_000);
  expect(steps.every(({ weight }) => weight >= 1 && weight <= 20)).toBe(true);
  expect(steps.map(({ atMs }) => atMs)).toEqual(
    steps.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
  );
  const firstHalf = sum(steps.filter(({ atMs }) => atMs < 30_000));
  expect(Math.abs(firstHalf - 600)).toBeLessThanOrEqual(20);
});

test("others have been at it since the window began", () => {
  const { steps, until } = observed({ share: 0.5 }, 90_000);
  until("a", 90_000);
  expect(Math.abs(sum(steps) - 1_500)).toBeLessThanOrEqual(20);
  expect(steps[0]?.atMs).toBeGreaterThanOrEqual(60_000);
});

test("asking in small steps of time gives what asking once gives", () => {
  const [once, often] = [observed({ share: 0.3, seed: 7 }), observed({ share: 0.3, seed: 7 })];
  once.until("a", 60_000);
  for (let nowMs = 0; nowMs <= 60_000; nowMs += 13) often.until("a", nowMs);
  often.until("a", 60_000);
  expect(often.steps).toEqual(once.steps);
});

test("each address has others of its own", () => {
  const { steps, until } = observed({ share: 0.1 });
  until("a", 60_000);
  until("b", 60_000);
  for (const ip of ["a", "b"]) {
    expect(Math.abs(sum(steps.filter((step) => step.ip === ip)) - 600)).toBeLessThanOrEqual(20);
  }
});

test("a share that is none is refused, and 0 is nobody", () => {
  expect(() => observed({ share: -1 })).toThrow(RangeError);
  expect(() => observed({ share: NaN })).toThrow(RangeError);
  expect(() => observed({ share: 0.1, stepWeight: 0.5 })).toThrow(RangeError);
  const { steps, until } = observed({ share: 0 });
  until("a", 60_000);
  expect(steps).toEqual([]);
});
