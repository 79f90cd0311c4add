/** Several clients of one process that all wake at the same moment. */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import { expect, test } from "vitest";

const common = { counted: "rolling-window", per: ["ip"], headroom: 0.05 } as const;
const limits = {
  weight: { ...common, windowMs: 60_000, max: 1_200 },
  raw: { ...common, windowMs: 1_000, max: 50 },
} as const;

test("five clients that fire at one moment are paced together, orders first (C74)", async () => {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const sent: { atMs: number; order: boolean }[] = [];
  const call = async (gate: ReturnType<typeof gateOf>, order: boolean): Promise<void> => {
    const draws = gate.price({ weight: 2, raw: 1 }, { ip: "a" });
    const permit = await gate.acquire(draws, { priority: order ? "urgent" : "normal" });
    await clock.sleep(20);
    sent.push({ atMs: clock.nowMs(), order });
    await clock.sleep(20);
    permit.settle();
  };
  const gateOf = () => createGate(limits, { clock, ledger, name: "venue" });
  const gates = Array.from({ length: 5 }, gateOf);
  // The last three of each client's calls are orders.
  const calls = gates.flatMap((gate) =>
    Array.from({ length: 60 }, (_, index) => call(gate, index >= 57)),
  );
  await clock.run(Promise.all(calls));
  expect(sent).toHaveLength(300);
  const inSecond = sent.map(
    ({ atMs }) => sent.filter((one) => one.atMs >= atMs && one.atMs < atMs + 1_000).length,
  );
  expect(Math.max(...inSecond)).toBeLessThanOrEqual(47);
  expect(2 * sent.length).toBeLessThanOrEqual(1_140);
  expect(sent.at(-1)?.atMs).toBeLessThan(7_500);
  // Of those that had to wait, all orders went before all others.
  const waited = sent.filter(({ atMs }) => atMs > 20).map(({ order }) => order);
  const orders = waited.filter(Boolean).length;
  expect(orders).toBeGreaterThan(10);
  expect(waited.slice(0, orders).every(Boolean)).toBe(true);
});
