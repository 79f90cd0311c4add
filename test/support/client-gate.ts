/** A gate on a virtual clock with buckets of its own, and what tests ask of one. */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Draw, GateOptions, Limit, LocalGate, Permit, WaitOptions } from "headgate";

/** 20 a second: 19 are planned, half of them at once. */
const fast: Limit = {
  counted: "rolling-window",
  windowMs: 1_000,
  max: 20,
  per: [],
  headroom: 0.05,
};

/** 100 in ten seconds: 95 are planned, half of them at once. */
export const slow: Limit = { ...fast, windowMs: 10_000, max: 100 };

/** Three at a time; an answer that says 0 gives them back. */
const open: Limit = { counted: "open", max: 3, per: [], headroom: 0 };

const limits = { fast, slow, open } as const;

export type GateBench = Readonly<{
  clock: VirtualClock;
  ledger: MemoryLedger;
  gate: LocalGate<keyof typeof limits>;
  /** The names of calls in the order in which they were granted. */
  granted: string[];
  /** Joins the line; ends its permit at once when it is granted. */
  enter(name: string, draws: readonly Draw[], options?: WaitOptions): Promise<Permit>;
}>;

export function gateBench(options: Omit<GateOptions, "clock" | "ledger"> = {}): GateBench {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const gate = createGate(limits, { ...options, clock, ledger });
  const granted: string[] = [];
  return {
    clock,
    ledger,
    gate,
    granted,
    async enter(name, draws, wait) {
      const permit = await gate.acquire(draws, wait);
      granted.push(name);
      permit.settle({ open: { cost: 0 } });
      return permit;
    },
  };
}
