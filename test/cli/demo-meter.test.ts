import type { Counted, ServerSide } from "headgate/emulator";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { expect, test } from "vitest";
import { Meter } from "../../src/cli/demo-meter.ts";

/** A server side that counts what it is told to have counted. */
function scripted(): ServerSide & { count(counted: Partial<Counted> & { atMs: number }): void } {
  const listeners = new Set<(counted: Counted) => void>();
  return {
    limit: { max: 600, windowMs: 5_000 },
    handle: () => ({ status: 200, headers: {}, body: "" }),
    useByOthers: () => {},
    onCounted(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count({ atMs, ...rest }) {
      const windowStartMs = Math.floor(atMs / 5_000) * 5_000;
      const given = { method: "GET", path: "/", ip: "a", weight: 5, used: 5 } as const;
      const counted = { ...given, outcome: "accepted", atMs, windowStartMs, ...rest } as const;
      for (const listener of listeners) listener(counted);
    },
  };
}

test("what was accepted is weighed, and what was refused is counted", () => {
  const server = scripted();
  const meter = new Meter(server, 0);
  server.count({ atMs: 10, weight: 25 });
  server.count({ atMs: 20, weight: 50, outcome: "refused" });
  server.count({ atMs: 30 });
  expect(meter.totals(40)).toEqual({ sent: 3, weight: 30, refused: 1, bans: 0, bannedMs: 0 });
  meter.stop();
  server.count({ atMs: 50 });
  expect(meter.totals(60).sent).toBe(3);
});

test("a ban counts once, from the request that began it to its end or the end of the run", () => {
  const server = scripted();
  const meter = new Meter(server, 0);
  server.count({ atMs: 1_000, outcome: "banned", bannedUntilMs: 6_000 });
  server.count({ atMs: 2_000, outcome: "banned", weight: 0, bannedUntilMs: 6_000 });
  expect(meter.totals(3_000)).toMatchObject({ bans: 1, bannedMs: 2_000 });
  expect(meter.bannedForMs(3_000)).toBe(3_000);
  server.count({ atMs: 7_000 });
  expect(meter.bannedForMs(7_000)).toBe(0);
  server.count({ atMs: 8_000, outcome: "banned", bannedUntilMs: 18_000 });
  expect(meter.totals(10_000)).toEqual({
    sent: 4,
    weight: 5,
    refused: 0,
    bans: 2,
    bannedMs: 5_000 + 2_000,
  });
});

test("an exchange that bans an address tells the meter until when", () => {
  const venue = serverSide({ limits: { requestWeight: { max: 5 } }, banAfter: 1, banMs: 9_000 });
  const meter = new Meter(venue, 0);
  const request = { path: "/api/v3/depth", query: "symbol=BTCUSDT", headers: {}, body: "" };
  const statuses = [0, 1, 2, 3, 9_002].map((nowMs) => {
    const asked = { ...request, method: "GET", ip: "10.0.0.1" };
    return meter.serverSide.handle(asked, nowMs).status;
  });
  // The second is over the limit, the third over the exchange's patience; the last comes after the ban.
  expect(statuses).toEqual([200, 429, 418, 418, 418]);
  expect(meter.totals(10_000)).toEqual({
    sent: 5,
    weight: 5,
    refused: 1,
    bans: 2,
    bannedMs: 9_000 + 998,
  });
});

test("only windows that lie wholly in the run are complete, with everybody's use", () => {
  const server = scripted();
  const meter = new Meter(server, 1_000);
  server.count({ atMs: 1_000 });
  server.count({ atMs: 5_000 });
  meter.serverSide.useByOthers("a", 7, 9_999);
  server.count({ atMs: 9_999, weight: 25 });
  expect(meter.completeWindows()).toEqual([]);
  meter.serverSide.useByOthers("a", 3, 10_001);
  server.count({ atMs: 15_000 });
  expect(meter.completeWindows()).toEqual([
    { startMs: 5_000, own: 30, others: 7 },
    { startMs: 10_000, own: 0, others: 3 },
  ]);
});

test("a run that begins with a window has that window too", () => {
  const server = scripted();
  const meter = new Meter(server, 5_000);
  server.count({ atMs: 10_000 });
  expect(meter.completeWindows()).toEqual([{ startMs: 5_000, own: 0, others: 0 }]);
});

test("the used figure holds until its window is over", () => {
  const server = scripted();
  const meter = new Meter(server, 0);
  expect(meter.used(0)).toBe(0);
  server.count({ atMs: 4_000, used: 412 });
  expect([4_000, 4_999, 5_000].map((nowMs) => meter.used(nowMs))).toEqual([412, 412, 0]);
});
