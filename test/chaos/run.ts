/**
 * One fault: some processes call one exchange as fast as one Redis lets them, and something goes wrong.
 *
 *     begin -- warm --> before -- measured --> strike -- until it is over --> after -- until it recovers -->
 */
import { mostInWindowShare, startExchange, windowMs } from "./exchange.ts";
import { sleep } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { Workers } from "./workers.ts";
import type { Told } from "./workers.ts";

type Struck = Readonly<{
  fault: string;
  /** Calls that reached the exchange. */
  sent: number;
  refused: number;
  /** The most in one of its windows, as a share of its limit. */
  mostInWindowShare: number;
  /** From the fault's end until as much goes through as before, less a fifth; `null` where that was not seen. */
  recoveredMs: number | null;
}>;

export type Seen = Readonly<{
  struck: Struck;
  perSecond: readonly number[];
  told: readonly Told[];
}>;

const processes = 6;
/** Longer than by default: many share this machine, and here it is not about that. */
const timeoutMs = 200;
const warmMs = 2_500;
const measuredMs = 2_000;
const recoverMaxMs = 8_000;
/** Throughput is looked at over so long. */
const stepMs = 500;
const recoveredShare = 0.8;

export async function run(name: string, make: () => Promise<Fault>): Promise<Seen> {
  const exchange = await startExchange();
  try {
    await using fault = await make();
    const { isCluster = false, wallAheadMs = () => 0 } = fault;
    await using workers = new Workers(
      Array.from({ length: processes }, (_, worker) => ({
        origin: exchange.origin,
        ports: fault.ports(worker),
        isCluster,
        timeoutMs,
        processes,
        wallAheadMs: wallAheadMs(worker),
      })),
    );
    await workers.begin();
    const { counted } = exchange;
    const within = (fromMs: number, untilMs: number): number =>
      counted.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs).length;
    await sleep(warmMs + measuredMs);
    const struckMs = Date.now();
    const before = (within(struckMs - measuredMs, struckMs) * stepMs) / measuredMs;
    await fault.strike(workers);
    const overMs = Date.now();
    const enough = (): boolean =>
      within(Date.now() - stepMs, Date.now()) >= recoveredShare * before;
    let recoveredMs: number | null = null;
    while (recoveredMs === null && Date.now() < overMs + recoverMaxMs) {
      if (enough()) recoveredMs = Date.now() - overMs;
      else await sleep(20);
    }
    // What was let through too early is seen within a window of it.
    await sleep(1.5 * windowMs);
    const firstMs = counted[0]?.atMs ?? 0;
    const seconds = Math.ceil((Date.now() - firstMs) / 1_000);
    return {
      struck: {
        fault: name,
        sent: counted.length,
        refused: counted.filter(({ outcome }) => outcome === "refused").length,
        mostInWindowShare: mostInWindowShare(counted),
        recoveredMs,
      },
      perSecond: Array.from({ length: seconds }, (_, second) =>
        within(firstMs + second * 1_000, firstMs + (second + 1) * 1_000),
      ),
      told: workers.told,
    };
  } finally {
    await exchange.close();
  }
}
