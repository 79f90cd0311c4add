/** A bucket for each order: every key comes once. What they take at most, and once they matter no more. */
import { MemoryLedger, createGate } from "headgate";
import { heldBytes } from "./heap.ts";
import { time } from "./time.ts";

const windowMs = 3_600_000;

export type Keys = Readonly<{
  keys: number;
  shownMost: number;
  bytesMost: number;
  bytesLeft: number;
}>;

/** All within one window, so that all of them matter at once; then they are idle, and one more call comes. */
export function runKeys(keys: number): Keys {
  const clock = time();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const limits = {
    order: { counted: "rolling-window", windowMs, max: 100, per: ["order"] },
  } as const;
  const before = heldBytes();
  const gate = createGate(limits, { ledger, clock, name: "orders" });
  const call = (order: string): void => {
    gate.tryAcquire(gate.price({ order: 1 }, { order }))?.settle();
  };
  for (let key = 0; key < keys; key += 1) call(String(key));
  const bytesMost = heldBytes() - before;
  const shownMost = ledger.levels().length;
  clock.plan(2 * windowMs, () => {});
  while (clock.next());
  call("later");
  const left = heldBytes() - before;
  return { keys, shownMost, bytesMost, bytesLeft: ledger.levels().length > 0 ? left : NaN };
}
