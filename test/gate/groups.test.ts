/** Several calls at one instant, or none of them. */
import {
  MemoryLedger,
  VirtualClock,
  WeightExceedsLimitError,
  WithdrawnError,
  createGate,
} from "headgate";
import type { Limit, LocalGate } from "headgate";
import { describe, expect, test } from "vitest";
import { inFlight, rejection } from "../support/client-wire.ts";

const tenASecond: Limit = {
  counted: "rolling-window",
  windowMs: 1_000,
  max: 10,
  per: [],
  headroom: 0.05,
};
const twoOpen: Limit = { counted: "open", max: 2, per: ["account"], headroom: 0 };

function desk(): Readonly<{ clock: VirtualClock; gate: LocalGate<"calls" | "open"> }> {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock });
  return { clock, gate: createGate({ calls: tenASecond, open: twoOpen }, { clock, ledger }) };
}

describe("a group", () => {
  test("gets all of its permits at one instant, also from one bucket", async () => {
    const { clock, gate } = desk();
    const legs = [gate.price({ calls: 2 }), gate.price({ calls: 3 })];
    const permits = await clock.run(gate.acquireGroup(legs));
    expect(clock.nowMs()).toBe(0);
    expect(permits).toHaveLength(2);
    expect(inFlight(gate)).toBe(5);
    permits[0]?.settle();
    expect(inFlight(gate)).toBe(3);
    permits[1]?.release();
    expect(inFlight(gate)).toBe(0);
  });

  test("takes nothing while one of its legs cannot go", async () => {
    const { clock, gate } = desk();
    const open = { account: "maker" };
    const held = await gate.acquire(gate.price({ open: 1 }, open));
    const group = gate.acquireGroup([
      gate.price({ open: 1 }, open),
      gate.price({ calls: 1, open: 1 }, open),
    ]);
    await clock.advance(10_000);
    // Only the one that was there before.
    expect(inFlight(gate)).toBe(1);
    held.settle({ open: { cost: 0 } });
    const permits = await clock.run(group);
    expect(inFlight(gate)).toBe(3);
    for (const permit of permits) permit.release();
    expect(inFlight(gate)).toBe(0);
  });

  test("that is heavier than a limit together is refused, and says with what", async () => {
    const { gate } = desk();
    const group = gate.acquireGroup([gate.price({ calls: 6 }), gate.price({ calls: 6 })]);
    const error = await rejection(group);
    expect(error).toBeInstanceOf(WeightExceedsLimitError);
    expect(error).toMatchObject({ limit: "calls", weight: 12 });
    expect(inFlight(gate)).toBe(0);
  });

  test("is withdrawn, or given up, as a whole", async () => {
    const { clock, gate } = desk();
    const full = gate.price({ open: 2 }, { account: "maker" });
    const held = await gate.acquire(full);
    const leg = gate.price({ open: 1 }, { account: "maker" });
    const withdrawn = rejection(gate.acquireGroup([leg, leg], { id: "pair" }));
    const controller = new AbortController();
    const aborted = rejection(gate.acquireGroup([leg, leg], { signal: controller.signal }));
    expect(gate.withdraw("pair")).toBe(true);
    controller.abort(new Error("changed my mind"));
    expect(await withdrawn).toBeInstanceOf(WithdrawnError);
    expect(await aborted).toBe(controller.signal.reason);
    held.release();
    await clock.advance(1_000);
    expect(inFlight(gate)).toBe(0);
  });

  test("of nothing gets nothing, at once", async () => {
    const { clock, gate } = desk();
    expect(await clock.run(gate.acquireGroup([]))).toEqual([]);
  });
});
