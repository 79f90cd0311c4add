import { FixedWindows } from "headgate/emulator";
import { expect, test } from "vitest";

test("a window starts from 0 exactly at its boundary", () => {
  const windows = new FixedWindows(60_000);
  expect(windows.take("a", 5, 119_999)).toEqual({ used: 5, windowStartMs: 60_000, endsInMs: 1 });
  expect(windows.take("a", 7, 120_000)).toEqual({
    used: 7,
    windowStartMs: 120_000,
    endsInMs: 60_000,
  });
});

test("a day begins at 00:00 UTC", () => {
  const windows = new FixedWindows(86_400_000);
  const midnightMs = 20_000 * 86_400_000;
  expect(windows.take("a", 1, midnightMs + 1).windowStartMs).toBe(midnightMs);
  expect(windows.take("a", 1, midnightMs - 1).windowStartMs).toBe(midnightMs);
});

test("keys are counted apart", () => {
  const windows = new FixedWindows(1_000);
  windows.take("a", 5, 0);
  expect(windows.take("b", 1, 0).used).toBe(1);
  expect(windows.take("a", 1, 0).used).toBe(6);
});

test("a weight of 0 looks and remembers nothing", () => {
  const windows = new FixedWindows(1_000);
  expect(windows.take("a", 0, 0).used).toBe(0);
  expect(windows.size).toBe(0);
});

test("what is given back never takes a window below 0", () => {
  const windows = new FixedWindows(1_000);
  windows.take("a", 2, 0);
  expect(windows.giveBack("a", 1, 1).used).toBe(1);
  expect(windows.giveBack("a", 5, 2).used).toBe(0);
  expect(windows.giveBack("a", 1, 1_000).used).toBe(0);
});

test("keys are forgotten when the window turns", () => {
  const windows = new FixedWindows(1_000);
  for (let key = 0; key < 100; key++) windows.take(String(key), 1, 0);
  expect(windows.size).toBe(100);
  windows.take("a", 1, 1_000);
  expect(windows.size).toBe(1);
});

test("a clock that is set back does not open an old window again", () => {
  const windows = new FixedWindows(1_000);
  windows.take("a", 3, 1_000);
  expect(windows.take("a", 1, 999)).toMatchObject({ used: 4, windowStartMs: 1_000 });
});

test("a window without a length is refused", () => {
  for (const windowMs of [0, -1, NaN, Infinity]) {
    expect(() => new FixedWindows(windowMs)).toThrow(RangeError);
  }
});
