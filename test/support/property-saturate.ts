/**
 * A caller who always wants more, over a network with uniform delays, against a server that refuses what is
 * above its limit. Seeded, so that a figure is the same in every run.
 */
import type { Bucket, Report } from "../../src/limits/bucket.ts";
import { Line } from "./property-play.ts";
import type { ServerModel } from "./server-models.ts";

export type Saturated = Readonly<{
  bucket: Bucket;
  server: ServerModel;
  max: number;
  startMs?: number;
  untilMs: number;
  /** Nothing is measured before. */
  fromMs?: number;
  seed?: number;
  costs?: readonly number[];
  /** Each way of a round trip is from 0 to this. */
  travelMaxMs: number;
  /** Somebody else who sends `cost` about every `everyMs`. */
  other?: Readonly<{ cost: number; everyMs: number; fromMs?: number }>;
  /** Somebody else who takes much, once. */
  burst?: Readonly<{ cost: number; atMs: number }>;
  onRefused?: (whose: "own" | "other", atMs: number) => void;
  answer?: (countedMs: number, used: number) => Report;
}>;

export type Outcome = Readonly<{
  /** Weight that was counted from `fromMs` on, per ms. */
  perMs: number;
  otherPerMs: number;
  refused: number;
  otherRefused: number;
}>;

export function saturate(of: Saturated): Outcome {
  const { bucket, server, max, untilMs } = of;
  const fromMs = of.fromMs ?? 0;
  const random = seeded(of.seed ?? 1);
  const line = new Line(of.startMs ?? 0);
  const sums = { own: 0, other: 0, refused: 0, otherRefused: 0 };
  const costs = of.costs ?? [1];
  const pick = (): number => costs[Math.floor(random() * costs.length)] ?? 1;
  let cost = pick();
  let asked = 0;

  const count = (weight: number): number | undefined => {
    if (server.used(line.nowMs) + weight > max + 1e-6) return undefined;
    return server.count(weight, line.nowMs);
  };
  const refuse = (whose: "own" | "other"): void => {
    if (whose === "own") sums.refused += 1;
    else sums.otherRefused += 1;
    of.onRefused?.(whose, line.nowMs);
  };
  const send = (): void => {
    const sentCost = cost;
    const charge = bucket.charge(sentCost, line.nowMs);
    cost = pick();
    line.at(line.nowMs + random() * of.travelMaxMs, () => {
      const countedMs = line.nowMs;
      const used = count(sentCost);
      if (used === undefined) refuse("own");
      else if (countedMs >= fromMs) sums.own += sentCost;
      const answer: Report = used === undefined ? {} : { ...of.answer?.(countedMs, used) };
      line.at(countedMs + random() * of.travelMaxMs, () => {
        bucket.settle(charge, answer, line.nowMs);
        ask();
      });
    });
  };
  const ask = (): void => {
    // A promise that was asked for before something happened is void.
    asked += 1;
    const mine = asked;
    for (;;) {
      const promisedMs = bucket.earliestMs(cost, 0, line.nowMs);
      if (promisedMs > line.nowMs) {
        if (promisedMs < untilMs) line.at(promisedMs, () => void (mine === asked && ask()));
        return;
      }
      send();
    }
  };
  const { other } = of;
  if (other !== undefined) {
    const use = (): void => {
      if (count(other.cost) === undefined) refuse("other");
      else if (line.nowMs >= fromMs) sums.other += other.cost;
      line.at(line.nowMs + other.everyMs * (0.5 + random()), use);
    };
    line.at(other.fromMs ?? 0, use);
  }
  const { burst } = of;
  if (burst !== undefined) line.at(burst.atMs, () => void (count(burst.cost) ?? refuse("other")));
  ask();
  line.runUntil(untilMs);
  const elapsedMs = untilMs - fromMs;
  return {
    perMs: sums.own / elapsedMs,
    otherPerMs: sums.other / elapsedMs,
    refused: sums.refused,
    otherRefused: sums.otherRefused,
  };
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
