/** One bot does a workload against a fresh emulator, for so long. */
import { setMaxListeners } from "node:events";
import type { Clock } from "../clock.ts";
import { startEmulator } from "../emulator/http-server.ts";
import type { Task, Workload, WorkloadCall } from "../emulator/workload.ts";
import type { Level } from "../limits/bucket.ts";
import { Meter } from "./demo-meter.ts";
import type { Totals, Window } from "./demo-meter.ts";

/** Who makes the calls. */
export type Bot = Readonly<{
  name: string;
  /** Whether the exchange accepted it in the end. Rejects only when aborted. */
  send(call: WorkloadCall, signal: AbortSignal): Promise<boolean>;
  /** What it knows of its buckets, where it has any. */
  levels(): readonly Level[];
  close(): Promise<void>;
}>;

export type BotSite = Readonly<{ workload: Workload; origin: string; clock: Clock }>;

export type RunOptions = Readonly<{
  workload: Workload;
  makeBot: (site: BotSite) => Bot;
  runMs: number;
  seed: number;
  clock: Clock;
  /** What somebody else takes of its address's limit. @default 0.2 */
  othersShare?: number;
  /** Ends it early; what there is of it is thrown away. */
  signal: AbortSignal;
  /** Is shown the run while it goes on. */
  watch?: (run: RunInProgress) => void;
}>;

/** A run as one sees it from outside, at any time. */
export type RunInProgress = Readonly<{
  bot: string;
  runMs: number;
  elapsedMs(): number;
  totals(): Totals;
  cancels(): number;
  /** The main limit: what the exchange has counted, and for how long the address is banned. */
  main(): Readonly<{ limit: string; max: number; used: number; bannedForMs: number }>;
  levels(): readonly Level[];
}>;

export type Run = Readonly<{
  bot: string;
  totals: Totals;
  /** What the main limit lets through in a window. */
  max: number;
  /** What the bot planned with, where it has a bucket for the main limit. */
  planned: number | undefined;
  /** Those that lie wholly in the run. */
  windows: readonly Window[];
  /** From the wish to the acceptance; to the end of the run for those that never got through. */
  cancelWaitsMs: readonly number[];
}>;

/** What lies between a bot and the exchange. */
const wire = { latencyMs: 5, jitterMs: 10 } as const;

export const defaultOthersShare = 0.2;

/** @throws `signal.reason` on abort. */
export async function runBot(options: RunOptions): Promise<Run> {
  const { workload, makeBot, runMs, seed, clock, signal, watch } = options;
  const share = options.othersShare ?? defaultOthersShare;
  // The emulator's clock, as it makes it itself.
  const offsetMs = clock.wallMs() - clock.nowMs();
  const serverMs = (): number => clock.nowMs() + offsetMs;
  const meter = new Meter(workload.serverSide(), serverMs());
  const { max } = meter.serverSide.limit;
  const emulator = await startEmulator(meter.serverSide, {
    ...wire,
    clock,
    seed,
    others: { share, seed },
  });
  const bot = makeBot({ workload, origin: emulator.origin, clock });
  const waits = new CancelWaits(clock);
  const startedMs = clock.nowMs();
  watch?.({
    bot: bot.name,
    runMs,
    elapsedMs: () => Math.min(runMs, clock.nowMs() - startedMs),
    totals: () => meter.totals(serverMs()),
    cancels: () => waits.accepted,
    main: () => ({
      limit: workload.mainLimit,
      max,
      used: meter.used(serverMs()),
      bannedForMs: meter.bannedForMs(serverMs()),
    }),
    levels: () => bot.levels(),
  });
  try {
    await perform(workload.tasks(), { bot, runMs, clock, signal, waits });
    meter.stop();
    const levels = bot.levels();
    return {
      bot: bot.name,
      totals: meter.totals(serverMs()),
      max,
      planned: levels.find(({ limit }) => limit === workload.mainLimit)?.planned,
      windows: meter.completeWindows(),
      cancelWaitsMs: waits.all(),
    };
  } finally {
    meter.stop();
    await bot.close();
    await emulator.close();
  }
}

/**
 * Does all tasks at the same time, for `runMs`.
 *
 * @throws `signal.reason` on abort.
 */
export async function perform(
  tasks: readonly Task[],
  by: Readonly<{
    bot: Pick<Bot, "send">;
    runMs: number;
    clock: Clock;
    signal: AbortSignal;
    waits?: CancelWaits;
  }>,
): Promise<void> {
  const { bot, runMs, clock, signal, waits } = by;
  const over = new AbortController();
  const timer = clock.at(clock.nowMs() + runMs, () => over.abort());
  const ends = AbortSignal.any([signal, over.signal]);
  // Every call and every pause of every task listens.
  setMaxListeners(0, ends);
  const loop = async (task: Task): Promise<void> => {
    for (let next = task.next(false); next.done !== true;) {
      const call = next.value;
      await clock.sleep(call.afterMs, ends);
      const wish = call.measure === "cancel" ? waits?.begin() : undefined;
      const accepted = await bot.send(call, ends);
      if (accepted) wish?.();
      next = task.next(accepted);
    }
  };
  try {
    await Promise.all(tasks.map(loop));
  } catch (error) {
    if (!ends.aborted) throw error;
    signal.throwIfAborted();
  } finally {
    timer.cancel();
    over.abort();
  }
}

/** How long cancels take, whatever happens to them on the way. */
export class CancelWaits {
  readonly #clock: Clock;
  readonly #acceptedMs: number[] = [];
  readonly #pending = new Set<Readonly<{ sinceMs: number }>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get accepted(): number {
    return this.#acceptedMs.length;
  }

  /** Somebody wants to cancel. Call what it returns when the exchange has accepted it. */
  begin(): () => void {
    const wish = { sinceMs: this.#clock.nowMs() };
    this.#pending.add(wish);
    return () => {
      if (this.#pending.delete(wish)) this.#acceptedMs.push(this.#clock.nowMs() - wish.sinceMs);
    };
  }

  /** Those that never got through count until now. */
  all(): readonly number[] {
    const nowMs = this.#clock.nowMs();
    return [...this.#acceptedMs, ...Array.from(this.#pending, ({ sinceMs }) => nowMs - sinceMs)];
  }
}
