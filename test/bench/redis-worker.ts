/**
 * One of several processes that keep a limit together over Redis: so many callers, each of whom calls again
 * when it has gone. Its parent says when to begin, and may be the exchange that the calls go to.
 *
 *     ready -> "go" -> { ask } <-> { told } -> { grants, waitsMs, commands }
 */
import { loadPeers } from "./peers.ts";
import { headgate, onTheWay, sidesOf } from "./redis-sides.ts";
import type { Budget } from "./redis-sides.ts";
import type { Report } from "../../src/index.ts";

export type Task = Readonly<{
  side: string;
  port: number;
  budget: Budget;
  waiters: number;
  warmMs: number;
  runMs: number;
  /** Each message to Redis and to the exchange takes from 0 to so long; without it there is no exchange. */
  delayMs?: number;
}>;

export type Told = Readonly<{ ask: number; report: Report }>;
export type Done = Readonly<{
  grants: number;
  waitsMs: readonly number[];
  commands: number;
}>;
export type FromWorker = Readonly<{ ready: true } | { ask: number } | { done: Done }>;

/** In this process alone; the parent sends nothing else. */
const asked = new Map<number, (report: Report) => void>();
let asks = 0;

function tell(message: FromWorker): void {
  process.send?.(message);
}

async function atExchange(delayMs: number): Promise<Report> {
  await onTheWay(delayMs);
  asks += 1;
  const ask = asks;
  const report = await new Promise<Report>((resolve) => {
    asked.set(ask, resolve);
    tell({ ask });
  });
  await onTheWay(delayMs);
  return report;
}

async function work(task: Task): Promise<void> {
  const peers = task.side === "headgate" ? undefined : await loadPeers(() => {});
  const side = [headgate, ...(peers ? sidesOf(peers) : [])].find(({ name }) => name === task.side);
  if (side === undefined) throw new Error(`There is no ${task.side}.`);
  const { delayMs } = task;
  const opened = await side.open(task);
  const send = delayMs === undefined ? undefined : () => atExchange(delayMs);
  tell({ ready: true });
  await new Promise<void>((resolve) => {
    process.on("message", (message: Told | "go") => {
      if (message === "go") return resolve();
      asked.get(message.ask)?.(message.report);
      asked.delete(message.ask);
    });
  });
  const startMs = performance.now();
  const fromMs = startMs + task.warmMs;
  const untilMs = fromMs + task.runMs;
  const waitsMs: number[] = [];
  let before = 0;
  setTimeout(() => (before = opened.commands()), task.warmMs);
  const caller = async (): Promise<void> => {
    for (let nowMs = startMs; nowMs < untilMs;) {
      const sinceMs = nowMs;
      let wentMs = NaN;
      await opened.call(async () => {
        wentMs = performance.now();
        return (await send?.()) ?? {};
      });
      nowMs = performance.now();
      if (Number.isNaN(wentMs)) wentMs = nowMs;
      if (wentMs >= fromMs && wentMs < untilMs) waitsMs.push(wentMs - sinceMs);
    }
  };
  const all = Promise.all(Array.from({ length: task.waiters }, caller));
  // Whoever still waits then was not served in time, and that is all that is asked.
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, untilMs - startMs + 50))]);
  const commands = opened.commands() - before;
  tell({ done: { grants: waitsMs.length, waitsMs, commands } });
}

process.once("disconnect", () => process.exit());
await work(JSON.parse(process.argv[2] ?? ""));
