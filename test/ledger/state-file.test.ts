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
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
function started(wallMs: number) {
  const clock = new VirtualClock({ nowMs: 50, wallMs });
  const ledger = new MemoryLedger({ clock, random: () => 0.5, stateFile: path });
  const ask = (cost: number) => {
    const draws = [drawFrom("a", cost, limit)];
    const [reply] = ledger.reserve([{ draws, leaveShare: 0, withinMs: Infinity }]);
    if (reply === undefined) throw new Error("It did not answer.");
    return reply;
  };
  const spend = (cost: number): void => {
    const reply = ask(cost);
    if (!reply.granted) throw new Error("It was refused.");
    ledger.settle(reply.charges, [{}]);
  };
  return { clock, ledger, ask, spend };
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

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["another version", JSON.stringify({ headgate: 2, writtenMs: wallMs, buckets: {} })],
  ["a list", "[]"],
  [
    "a figure that is none",
    JSON.stringify({ headgate: 1, writtenMs: wallMs, buckets: { a: { used: "9" } } }),
  ],
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
