/** A real Redis whose scripts run on a virtual clock, so that tests move time and never sleep. */
import { createHash } from "node:crypto";
import type { VirtualClock } from "headgate";
import type { Store } from "../../src/ledger/redis/store.ts";

export type VirtualStore = Readonly<{
  store: Store;
  /** Moves time on in steps that no time-out is shorter than, and lets each answer come in before the next. */
  advance(byMs: number): Promise<void>;
  /** How many scripts have run. */
  runs(): number;
}>;

const stepMs = 10;

/** `skewMs` is how far Redis' clock is ahead of the other. */
export function inVirtualTime(of: Store, clock: VirtualClock, skewMs = 1e12): VirtualStore {
  const pending = new Set<Promise<unknown>>();
  let runs = 0;

  const run: Store["run"] = (script, keys, args) => {
    const source = script.source.replaceAll("redis.call('TIME')", "{ ARGV[2], ARGV[3] }");
    const us = Math.floor((clock.nowMs() + skewMs) * 1_000);
    const sha = createHash("sha1").update(source).digest("hex");
    const time = [Math.floor(us / 1_000_000), us % 1_000_000];
    const running = of.run({ source, sha }, keys, [...args, ...time]);
    runs += 1;
    pending.add(running);
    const over = (): void => void pending.delete(running);
    running.then(over, over);
    return running;
  };

  const settled = async (): Promise<void> => {
    while (pending.size > 0) {
      await Promise.allSettled(pending);
      // What waits for the answer goes first.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  return {
    store: { run, subscribe: (...how) => of.subscribe(...how) },
    runs: () => runs,
    async advance(byMs) {
      await settled();
      for (let left = byMs; left > 0; left -= stepMs) {
        await clock.advance(Math.min(stepMs, left));
        await settled();
      }
    },
  };
}
