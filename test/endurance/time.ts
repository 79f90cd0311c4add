/** A clock over planned events, for runs of many millions of them. */
import type { Clock } from "headgate";
import { Events } from "../simulation/events.ts";

/** The start of a UTC day. */
const startMs = 1_790_035_200_000;

export type Time = Clock &
  Readonly<{ plan(atMs: number, happen: () => void): void; next(): boolean }>;

export function time(): Time {
  const events = new Events();
  const at = (atMs: number, run: () => void) => {
    let cancelled = false;
    events.at(atMs, () => {
      if (!cancelled) run();
    });
    return { cancel: () => void (cancelled = true) };
  };
  return {
    nowMs: () => events.nowMs,
    wallMs: () => startMs + events.nowMs,
    at,
    sleep: (waitMs) => new Promise((resolve) => void at(events.nowMs + waitMs, resolve)),
    plan: (atMs, happen) => events.at(atMs, happen),
    next: () => events.next(Infinity),
  };
}
