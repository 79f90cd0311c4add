import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import type { FlatLimit } from "headgate";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { account, toy } from "../support/client-venue.ts";
import { rejection, scripted } from "../support/client-wire.ts";
import { drawFrom } from "./contract.ts";

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/headgate-state-`);
  path = `${folder}/state.json`;
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

const limit: FlatLimit = {
  counted: "rolling-window",
  windowMs: 10_000,
  max: 100,
  per: [],
  headroom: 0.05,
};

/** A process that starts at an instant of the calendar. */
function started(wallMs: number, declared: FlatLimit = limit) {
  const clock = new VirtualClock({ nowMs: 50, wallMs });
  const ledger = new MemoryLedger({ clock, random: () => 0.5, stateFile: path });
  const ask = (cost: number) => {
    const draws = [drawFrom("a", cost, declared)];
    const [reply] = ledger.reserve([{ draws, leaveShare: 0, withinMs: Infinity }]);
    if (reply === undefined) throw new Error("It did not answer.");
    return reply;
  };
  const spend = (cost: number): void => {
    const reply = ask(cost);
    if (!reply.granted) throw new Error("It was refused.");
    ledger.settle(reply.charges, [{}]);
  };
  /** How much goes at once, call by call. */
  const burst = (): number => {
    let sent = 0;
    for (; ask(0).granted && sent < 100; sent += 1) {
      const reply = ask(1);
      if (!reply.granted) break;
      ledger.settle(reply.charges, [{}]);
    }
    return sent;
  };
  return { clock, ledger, ask, spend, burst };
}

const wallMs = 1_790_000_000_000;

test("what was used is used in the next process, for what is left of its window", async () => {
  const first = started(wallMs);
  first.spend(40);
  await first.clock.advance(1_000);
  const second = started(wallMs + 4_000);
  expect(second.ledger.levels()).toEqual([]);
  // 40 of 95 count until the 11th second: one more than the window, for what was on the way.
  expect(second.ask(56)).toMatchObject({ granted: false });
  const { waitMs } = second.ask(56);
  expect(waitMs).toBeGreaterThan(6_000);
  expect(waitMs).toBeLessThan(7_100);
  await second.clock.advance(waitMs);
  second.spend(47);
  const later = started(wallMs + 60_000);
  expect(later.ask(56)).toMatchObject({ granted: true });
});

test("a ban is in the file before the call that met it is rejected, and keeps it (C77)", async () => {
  const bannedUntilMs = wallMs + 600_000;
  const requestsMs: number[] = [];
  const start = (atMs: number) => {
    const clock = new VirtualClock({ wallMs: atMs });
    const ledger = new MemoryLedger({ clock, random: () => 0.5, stateFile: path });
    const banned = { status: 418, headers: { "retry-after": "600" } };
    const { transport, seen } = scripted(clock, () => banned);
    const client = createClient(toy, { account, clock, ledger, transport });
    return { clock, client, seen };
  };
  for (let atMs = wallMs; atMs < bannedUntilMs; atMs += 60_000) {
    const { clock, client, seen } = start(atMs);
    // It dies without a word: nothing is closed.
    await clock.run(Promise.all(Array.from({ length: 20 }, () => rejection(client.status()))));
    requestsMs.push(...seen.map((request) => atMs + request.atMs));
  }
  // The last of these processes starts so late that its calls wait for the end.
  expect(requestsMs.filter((atMs) => atMs < bannedUntilMs)).toEqual([wallMs]);
  expect(requestsMs).toHaveLength(2);
});

test("without a file each start sends one probe and none of the queued work (C77)", async () => {
  for (let run = 0; run < 10; run += 1) {
    const clock = new VirtualClock({ wallMs: wallMs + run * 60_000 });
    const banned = { status: 418, headers: { "retry-after": "600" }, afterMs: 50 };
    const { transport, seen } = scripted(clock, () => banned);
    const client = createClient(toy, { account, clock, transport });
    await clock.run(Promise.all(Array.from({ length: 20 }, () => rejection(client.status()))));
    expect(seen).toHaveLength(1);
  }
});

function fileWith(wrong: Readonly<Record<string, unknown>>): string {
  const right = { headgate: 1, writtenMs: wallMs, sinceMs: wallMs, figures: [], buckets: {} };
  return JSON.stringify({ ...right, ...wrong });
}

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["another version", JSON.stringify({ headgate: 2, writtenMs: wallMs, buckets: {} })],
  ["a list", "[]"],
  ["a part that is none", fileWith({ buckets: { a: { held: [["9", null, wallMs]] } } })],
  ["an instant that is none", fileWith({ buckets: { a: { held: [], untilMs: "soon" } } })],
  ["a limit that is none", fileWith({ figures: [{ limitKey: "a", max: "60", whose: {} }] })],
  ["no word since when", fileWith({ sinceMs: undefined })],
])(
  "a file with %s is ignored with one warning, and not touched before the next write",
  (_, text) => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    writeFileSync(path, text);
    const { ask } = started(wallMs);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(ask(47)).toMatchObject({ granted: true });
  },
);

test("a file that cannot be written breaks no call, and is said once", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  path = `${folder}/missing/state.json`;
  const { clock, spend, ledger } = started(wallMs);
  for (let call = 0; call < 5; call += 1) {
    spend(1);
    await clock.advance(2_000);
  }
  await ledger.close();
  expect(warn).toHaveBeenCalledTimes(1);
});

test("closing writes what waits, and leaves nothing else behind", async () => {
  const { spend, ledger } = started(wallMs);
  spend(40);
  expect(readdirSync(folder)).toEqual([]);
  await ledger.close();
  expect(readdirSync(folder)).toEqual(["state.json"]);
  expect(started(wallMs + 1_000).ask(56)).toMatchObject({ granted: false });
});

test("a file is replaced and never written into: whoever reads it meanwhile reads the whole of the last", async () => {
  const { spend, ledger } = started(wallMs);
  spend(40);
  await ledger.close();
  const whole = readFileSync(path, "utf8");
  const open = openSync(path, "r");
  const next = started(wallMs + 1_000);
  next.spend(1);
  await next.ledger.close();
  expect(readFileSync(open, "utf8")).toBe(whole);
  expect(readFileSync(path, "utf8")).not.toBe(whole);
  closeSync(open);
});

test("of a file from the future nothing but its bans is kept", async () => {
  vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const first = started(wallMs);
  first.spend(40);
  await first.ledger.close();
  expect(started(wallMs - 60_000).ask(47)).toMatchObject({ granted: true });
  const banned = started(wallMs);
  const reply = banned.ask(1);
  if (!reply.granted) throw new Error("It was refused.");
  banned.ledger.settle(reply.charges, [{ refused: { as: "ban", waitMs: 600_000 } }]);
  expect(started(wallMs - 60_000).ask(1)).toMatchObject({ granted: false, why: "blocked" });
});

describe("a process that did not watch for a whole window", () => {
  const cold: FlatLimit = { ...limit, coldStart: true };

  test("leaves a successor that knows as little: it has no credit after its first call", async () => {
    const first = started(wallMs, cold);
    first.ask(1);
    // It dies before the answer comes.
    await first.clock.advance(1_000);
    const second = started(wallMs + 4_000, cold);
    second.spend(1);
    expect(second.burst()).toBe(0);
    await second.ledger.close();
    // What the second has heard of the bucket, the third knows.
    const third = started(wallMs + 5_000, cold);
    third.spend(0);
    // In the second since then the pace gave back a tenth of what is planned.
    expect(third.burst()).toBeLessThan(10);
  });

  test("leaves all that it was told itself", async () => {
    const first = started(wallMs, cold);
    first.spend(1);
    await first.clock.advance(9_000);
    await first.ledger.close();
    const second = started(wallMs + 9_500, cold);
    second.spend(1);
    expect(second.burst()).toBeGreaterThan(40);
  });

  test("and its successor have watched together, and a longer window than that was not", async () => {
    const first = started(wallMs, cold);
    await first.clock.advance(20_000);
    first.ledger.adopt({ limitKey: "other", max: 1, whose: {} });
    await first.clock.advance(1_000);
    const second = started(wallMs + 21_500, cold);
    second.spend(1);
    expect(second.burst()).toBeGreaterThan(40);
    const longer = started(wallMs + 21_500, { ...cold, windowMs: 30_000 });
    longer.spend(1);
    expect(longer.burst()).toBe(0);
  });
});

describe("a limit that the exchange has changed", () => {
  const maxIn = (process: ReturnType<typeof started>): number | undefined => {
    process.ask(0);
    return process.ledger.levels()[0]?.max;
  };

  test("is still changed in the next process, in buckets that are there and in those to come", async () => {
    const first = started(wallMs);
    first.ledger.adopt({ limitKey: "a", max: 60, whose: {} });
    await first.clock.advance(1_000);
    expect(maxIn(started(wallMs + 2_000))).toBe(60);
    expect(started(wallMs + 2_000).ask(58)).toMatchObject({ why: "never", costMax: 57 });
  });

  test("is still changed where one bucket alone was told", async () => {
    const first = started(wallMs);
    first.ledger.report(drawFrom("a", 0, limit), { max: 60 });
    await first.clock.advance(1_000);
    const second = started(wallMs + 2_000);
    expect(maxIn(second)).toBe(60);
    second.spend(1);
    await second.ledger.close();
    expect(maxIn(started(wallMs + 3_000))).toBe(60);
  });

  test("is what a process is told, and never more than it is declared with", async () => {
    const first = started(wallMs);
    first.ledger.adopt({ limitKey: "a", max: 60, whose: {} });
    await first.clock.advance(1_000);
    const second = started(wallMs + 2_000);
    second.ledger.adopt({ limitKey: "a", max: 80, whose: {} });
    expect(maxIn(second)).toBe(80);
    await second.ledger.close();
    expect(maxIn(started(wallMs + 3_000, { ...limit, max: 70 }))).toBe(70);
    expect(maxIn(started(wallMs + 3_000))).toBe(80);
  });
});
