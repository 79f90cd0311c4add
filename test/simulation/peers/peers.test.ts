/** The peers in virtual time let go what they were measured to let go in real time. */
import { expect, test } from "vitest";
import { Events } from "../events.ts";
import { peerCells, runPeer } from "./cell.ts";
import type { PeerCell } from "./cell.ts";
import { areInstalled, createPeer, peers } from "./peers.ts";
import type { PeerName } from "./peers.ts";
import { inVirtualTime, runWithPromises } from "./virtual-time.ts";

/**
 * At 10 per second, one call `sinceMs` after the peer was made, then 40 at once 950 ms later: the most that
 * start in any 1 000 ms.
 */
async function mostStarts(name: PeerName, sinceMs: number): Promise<number> {
  const events = new Events();
  const starts: number[] = [];
  await inVirtualTime(events, async () => {
    const peer = await createPeer(name, { max: 10, windowMs: 1_000, heaviest: 1 });
    const call = (): void => peer(1, () => starts.push(events.nowMs));
    events.at(sinceMs, call);
    for (let count = 0; count < 40; count += 1) events.at(sinceMs + 950, call);
    await runWithPromises(events, 20_000);
  });
  expect(starts).toHaveLength(41);
  const within = (from: number): number =>
    starts.filter((at) => at >= from && at < from + 1_000).length;
  return Math.max(...starts.map(within));
}

test.skipIf(!areInstalled())("peers let go what they let go in real time", async () => {
  const most: Record<string, number> = {};
  for (const name of peers) {
    most[name] = Math.max(await mostStarts(name, 3.7), await mostStarts(name, 990.7));
  }
  expect(most).toEqual({
    "p-queue": 10,
    limiter: 19,
    bottleneck: 20,
    "p-throttle": 11,
    "ccxt-leaky": 10,
    "ccxt-rolling": 10,
  });
});

test.skipIf(!areInstalled())("a peer's cell gives the same figures each time", async () => {
  const cell = peerCells().find(
    ({ client, server, jitter }) =>
      client === "limiter" && server === "rolling-log" && jitter === "uniform",
  );
  expect(cell).toBeDefined();
  const before = [setTimeout, Date, performance, process.hrtime];
  const row = await runPeer(cell as PeerCell, [2]);
  expect(row).toMatchObject({ client: "limiter", planned: 50, limit: 50 });
  expect(row.refused).toBeGreaterThan(0);
  expect(await runPeer(cell as PeerCell, [2])).toEqual(row);
  expect([setTimeout, Date, performance, process.hrtime]).toEqual(before);
});
