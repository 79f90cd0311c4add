/** A call that waits: what a place in a long line costs, and who is served first. */
import { setImmediate as turn } from "node:timers/promises";
import { headgateLine, linesOf } from "./lines.ts";
import type { LineKind } from "./lines.ts";
import { heldBytes, median, processorUs } from "./measure.ts";
import type { Peers } from "./peers.ts";
import { rowOf } from "./row.ts";
import type { Row } from "./row.ts";

const waiters = 10_000;

/** Longer than it takes to put all of them in line. */
const windowMs = 500;

const rounds = 9;

/** Compilers take that many before they are done with what only a line does. */
const warmups = 8;

/** Of processor time, us for each that enters, waits and leaves. */
async function costUs({ open }: LineKind): Promise<number> {
  const line = await open(waiters, windowMs);
  const startUs = processorUs();
  const places = Array.from({ length: waiters }, () => line.enter());
  await Promise.all(places);
  const us = (processorUs() - startUs) / waiters;
  await line.close?.();
  return us;
}

/**
 * The same once it is compiled, as it is in a program that runs for longer than a second. The rounds of one
 * kind follow each other, and no garbage is collected by force: what is compiled for it would be thrown away
 * in between, and each round would measure the compiler.
 */
async function settledUs(kind: LineKind): Promise<number> {
  const seen: number[] = [];
  for (let round = -warmups; round < rounds; round += 1) {
    const us = await costUs(kind);
    if (round >= 0) seen.push(us);
  }
  return median(seen);
}

/** Bytes for each that waits, its caller's promise included. */
async function bytesHeld({ open }: LineKind): Promise<number> {
  const line = await open(waiters, 2 * windowMs);
  // The list is there before; who stands in it is counted.
  const nobody = Promise.resolve<unknown>(undefined);
  const places = Array.from({ length: waiters }, () => nobody);
  const before = heldBytes();
  for (let index = 0; index < waiters; index += 1) places[index] = line.enter();
  await turn();
  const bytes = (heldBytes() - before) / waiters;
  await Promise.all(places);
  await line.close?.();
  return bytes;
}

/** As how manieth an urgent call leaves that came after all others. */
async function urgentPlace({ open }: LineKind): Promise<number> {
  const line = await open(waiters + 1, windowMs);
  let left = 0;
  const others = Array.from({ length: waiters }, async () => {
    await line.enter();
    left += 1;
  });
  await line.enter(true);
  const place = left + 1;
  await Promise.all(others);
  await line.close?.();
  return place;
}

export async function waiting(peers: Peers | undefined): Promise<readonly Row[]> {
  const kinds = [headgateLine, ...(peers ? linesOf(peers) : [])];
  return [
    rowOf(
      {
        name: "waiter",
        what: "enter, wait, leave with 10 000 in line",
        unit: "us",
        goal: { atMost: 2 },
      },
      await each(kinds, settledUs),
    ),
    rowOf(
      {
        name: "waiterBytes",
        what: "in line, without a signal",
        unit: "bytes",
        goal: { atMost: 400 },
      },
      await each(kinds, bytesHeld),
    ),
    rowOf(
      {
        name: "urgentWaitSlots",
        what: "an urgent call behind 10 000 queued leaves as number",
        unit: "calls",
        goal: { atMost: 1 },
      },
      await each(kinds, urgentPlace),
    ),
  ];
}

async function each(
  kinds: readonly LineKind[],
  measure: (kind: LineKind) => Promise<number>,
): Promise<Readonly<Record<string, number>>> {
  const seen: Record<string, number> = {};
  for (const kind of kinds) seen[kind.name] = await measure(kind);
  return seen;
}
