/** Exchanges that object to calls too close to each other, whatever their limit says. */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import { minimumDistance } from "headgate/emulator";
import { describe, expect, test } from "vitest";
import { seeded } from "../support/seeded.ts";

/** What the exchange refuses to be closer. */
const distanceMs = 90;

type Options = Readonly<{ max?: number; burstMax?: number; jitterMs?: number }>;

/** 40 calls at once, each on its way for 40 ms and up to `jitterMs` more. */
async function fortyCalls({ max = 20, burstMax = 1, jitterMs = 0 }: Options) {
  const clock = new VirtualClock();
  const spread = {
    counted: "rolling-window",
    windowMs: 2_000,
    max,
    per: [],
    headroom: 0.05,
    burstMax,
  } as const;
  const gate = createGate({ spread }, { clock, ledger: new MemoryLedger({ clock }) });
  const server = minimumDistance({ distanceMs });
  const random = seeded(11);
  const leftMs: number[] = [];
  const arrivedMs: number[] = [];
  let refused = 0;
  const send = async (): Promise<void> => {
    const permit = await gate.acquire(gate.price({ spread: 1 }));
    leftMs.push(clock.nowMs());
    await clock.sleep(40 + jitterMs * random());
    arrivedMs.push(clock.nowMs());
    if (!server.offer("all", 1, clock.nowMs()).accepted) refused += 1;
    await clock.sleep(40);
    permit.settle();
  };
  await clock.run(Promise.all(Array.from({ length: 40 }, send)));
  return {
    refused,
    apartMs: leastApart(leftMs),
    arrivedApartMs: leastApart(arrivedMs),
    lastMs: leftMs.at(-1) ?? 0,
  };
}

function leastApart(instants: readonly number[]): number {
  return Math.min(...instants.slice(1).map((atMs, index) => atMs - (instants[index] ?? 0)));
}

describe("20 per 2 000 ms, where two calls less than 90 ms apart are refused", () => {
  test("with burstMax 1, 40 calls leave at least 105 ms apart and none is refused (C04)", async () => {
    const { refused, apartMs, lastMs } = await fortyCalls({});
    expect(refused).toBe(0);
    expect(apartMs).toBeGreaterThanOrEqual(105);
    // No slower than it has to be: 39 distances of 2 000 / 19 ms, and an answer's time for the window.
    expect(lastMs).toBeLessThan((39 * 2_000) / 19 + 200);
  });

  test("without it, the same calls are refused: burstMax is no other word for max (C04)", async () => {
    expect((await fortyCalls({ burstMax: 20 })).refused).toBeGreaterThan(0);
  });

  test("up to 15 ms of jitter the distance holds (C04)", async () => {
    const { refused, arrivedApartMs } = await fortyCalls({ jitterMs: 15 });
    expect(refused).toBe(0);
    // It did shrink on the way.
    expect(arrivedApartMs).toBeLessThan(100);
  });

  test("with more jitter some arrive too close, and a lower max keeps the distance (C04)", async () => {
    expect((await fortyCalls({ jitterMs: 60 })).refused).toBeGreaterThan(0);
    const lower = await fortyCalls({ jitterMs: 60, max: 14 });
    expect(lower.refused).toBe(0);
    expect(lower.apartMs).toBeGreaterThanOrEqual(distanceMs + 60);
  });
});
