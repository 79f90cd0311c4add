import { expect, test } from "vitest";
import { soak } from "./soak.ts";

test("after very many calls nothing is in flight, nobody waits and everybody was told (C84)", async () => {
  const { calls, ends, happened, longestMs, left } = await soak(8_000, 1);
  expect(left).toEqual({ pending: 0, inFlight: 0, inLine: 0, open: 0, timers: 0 });
  expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(calls);
  expect(ends["ok"]).toBeGreaterThan(calls / 3);
  // One that hangs is given up when its time is over.
  expect(longestMs).toBeCloseTo(2_000, 6);
  // All that can happen did.
  expect(Object.keys(ends)).toEqual(
    expect.arrayContaining([
      "ok",
      "Error: aborted",
      "HEADGATE_WAIT_TOO_LONG",
      "HEADGATE_WITHDRAWN",
      "HEADGATE_CLOSED",
      "HEADGATE_UNKNOWN_OUTCOME",
    ]),
  );
  for (const count of Object.values(happened)) expect(count).toBeGreaterThan(0);
}, 60_000);
