import { VirtualClock } from "headgate";
import { expect, test } from "vitest";
import { follow } from "../../src/cli/demo-screen.ts";
import { bar, panel, plainLine, summary } from "../../src/cli/demo-view.ts";
import type { Frame } from "../../src/cli/demo-view.ts";

const level = {
  limit: "requestWeight",
  whose: { ip: "default" },
  max: 1_200,
  planned: 1_116,
  available: 558,
  inFlight: 30,
  used: 412,
  shrunkTo: 1_116,
  blockedMs: 0,
  key: "venue/requestWeight|ip=default",
} as const;

const frame: Frame = {
  title: "headgate",
  elapsedMs: 8_000,
  runMs: 16_000,
  counters: [
    ["sent", "142"],
    ["429", "0"],
  ],
  levels: [
    { ...level, limit: "@ip", max: Infinity, planned: Infinity, shrunkTo: Infinity },
    level,
    { ...level, limit: "orders10s", whose: { account: "maker" }, shrunkTo: 781, blockedMs: 1_500 },
  ],
};

test("a bar is as full as its share, and never more than full", () => {
  expect([0, 0.5, 1, -1, 7].map((share) => bar(share, 4))).toEqual([
    "░░░░",
    "██░░",
    "████",
    "░░░░",
    "████",
  ]);
});

test("the panel has a line for each bucket, with its marks, and none for what only blocks", () => {
  expect(panel(frame)).toEqual([
    "headgate      ███████████████░░░░░░░░░░░░░░░  8.0 s of 16.0 s",
    "  sent 142  429 0",
    "  bucket         whose    free now                  in flight  used",
    "  requestWeight  default  █████░░░░░  558 of 1,116         30   412",
    "  orders10s      maker    █████░░░░░  558 of 1,116         30   412  shrunk to 781, blocked for 1.5 s",
  ]);
});

test("a scope that is blocked is shown", () => {
  const blocked = { ...level, limit: "@ip", planned: Infinity, available: 0, blockedMs: 9_000 };
  expect(panel({ ...frame, levels: [blocked] }).at(-1)).toContain("blocked for 9.0 s");
});

test("where there are no buckets the panel shows what the exchange has counted", () => {
  const main = { limit: "requestWeight", max: 1_200, used: 1_300, bannedForMs: 4_200 };
  expect(panel({ ...frame, levels: [], main }).at(-1)).toBe(
    "  requestWeight  ██████████  the exchange has counted 1,300 of 1,200, banned for 4.2 s",
  );
  expect(panel({ ...frame, levels: [] })).toEqual(summary(frame));
});

test("a plain line says it all without colours or control characters", () => {
  expect(plainLine(frame)).toBe(
    "headgate 8/16 s | sent 142, 429 0 | requestWeight default 558/1,116 used 412 | " +
      "orders10s maker 558/1,116 used 412 shrunk to 781, blocked for 1.5 s",
  );
});

async function shown(output: { isTTY?: boolean; columns?: number }): Promise<readonly string[]> {
  const clock = new VirtualClock();
  const written: string[] = [];
  const done = new AbortController();
  const write = (text: string): void => void written.push(text);
  const following = follow(() => ({ ...frame, elapsedMs: clock.nowMs() }), {
    output: { ...output, write },
    clock,
    signal: done.signal,
  });
  await clock.advance(1_000);
  done.abort();
  await following;
  expect(clock.timers).toBe(0);
  return written;
}

test("on a terminal the panel is redrawn in place, cut to its width, and the cursor comes back", async () => {
  const written = await shown({ isTTY: true, columns: 40 });
  const [hide, first, ...rest] = written;
  expect(hide).toBe("\u001B[?25l");
  expect(first?.startsWith("headgate ")).toBe(true);
  expect(Math.max(...(first ?? "").split("\n").map((line) => line.length))).toBe(39);
  expect(rest.at(-1)).toBe("\u001B[?25h");
  const redrawn = rest.slice(0, -1);
  // Four times in the second, and once more when it is over.
  expect(redrawn).toHaveLength(5);
  for (const text of redrawn) expect(text.startsWith("\u001B[5F\u001B[J")).toBe(true);
});

test("elsewhere it is a line a second, and at the end what it came to", async () => {
  expect(await shown({})).toEqual([
    `${plainLine({ ...frame, elapsedMs: 1_000 })}\n`,
    `${summary({ ...frame, elapsedMs: 1_000 }).join("\n")}\n`,
  ]);
});
