/**
 * What decides when the next call goes: the product, and two rules that are in wide use. The two stand
 * behind a bucket that keeps the declared limit; all honour `Retry-After` but the last, as published.
 */
import { createBucket } from "../../../src/limits/bucket.ts";
import { windowMs } from "./server.ts";
import type { Answer } from "./server.ts";

export const rules = ["headgate", "aimd", "aws-adaptive"] as const;
export type RuleName = (typeof rules)[number];

export const declaredMax = 1_200;

export type Rule = {
  /** When the next call may go; `Infinity` until an answer has come. */
  earliestMs(nowMs: number): number;
  /** A call goes. What it returns is told the answer. */
  send(nowMs: number): (answer: Answer, nowMs: number) => void;
  /** What refusals have left, of what it began with. */
  share(nowMs: number): number;
};

export function ruleOf(name: RuleName, random: () => number): Rule {
  switch (name) {
    case "headgate":
      return headgate(random);
    case "aimd":
      return aimd();
    case "aws-adaptive":
      return awsAdaptive();
  }
}

function headgate(random: () => number): Rule {
  const bucket = createBucket(
    { counted: "fixed-window", starts: "utc", windowMs, max: declaredMax, per: [] },
    { key: "k", random },
  );
  return {
    earliestMs(nowMs) {
      const atMs = bucket.earliestMs(1, 0, nowMs);
      // As a ledger does for a call that stays in line.
      if (atMs > nowMs) bucket.waits(atMs, nowMs);
      return atMs;
    },
    send(sentMs) {
      const charge = bucket.charge(1, sentMs);
      return ({ accepted, banned, waitMs, dateMs }, nowMs) => {
        const stamp = { serverMs: dateMs, stepMs: 1_000 };
        if (accepted) return bucket.settle(charge, { stamp }, nowMs);
        const wait = waitMs === undefined ? {} : { waitMs };
        const refused = { as: banned ? "ban" : "quota", ...wait } as const;
        bucket.settle(charge, { stamp, refused }, nowMs);
      };
    },
    share(nowMs) {
      const { shrunkTo, planned } = bucket.level(nowMs);
      return shrunkTo / planned;
    },
  };
}

/** A bucket that keeps the declared limit, in any window: a tenth at once, the rest over the window. */
class Declared {
  #tokens = 0.1 * declaredMax;
  #atMs = 0;

  earliestMs(share: number, nowMs: number): number {
    this.#refill(share, nowMs);
    const missing = 1 - this.#tokens;
    return missing <= 1e-9 ? nowMs : nowMs + missing / (this.#refillPerMs * share) + 0.001;
  }

  take(share: number, nowMs: number): void {
    this.#refill(share, nowMs);
    this.#tokens -= 1;
  }

  #refill(share: number, nowMs: number): void {
    const grown = this.#tokens + (nowMs - this.#atMs) * this.#refillPerMs * share;
    this.#tokens = Math.min(Math.max(1, 0.1 * declaredMax * share), grown);
    this.#atMs = nowMs;
  }

  get #refillPerMs(): number {
    return (0.9 * declaredMax) / (windowMs + 1_000);
  }
}

/** Less 30 % once for each event, and 5 % more each window from then on. */
function aimd(): Rule {
  const bucket = new Declared();
  let share = 1;
  let atMs = 0;
  let shrunkMs = -1;
  let blockedUntilMs = 0;
  const grow = (nowMs: number): number => {
    share = Math.min(1, share + (0.05 * (nowMs - atMs)) / windowMs);
    atMs = nowMs;
    return share;
  };
  return {
    earliestMs: (nowMs) => Math.max(blockedUntilMs, bucket.earliestMs(grow(nowMs), nowMs)),
    share: grow,
    send(sentMs) {
      bucket.take(grow(sentMs), sentMs);
      return ({ accepted, waitMs = 0 }, nowMs) => {
        if (accepted) return;
        grow(nowMs);
        blockedUntilMs = Math.max(blockedUntilMs, nowMs + waitMs);
        if (sentMs <= shrunkMs) return;
        share = Math.max(0.05, 0.7 * share);
        shrunkMs = nowMs;
      };
    },
  };
}

/** The adaptive mode of the AWS clients: a rate of its own after the first refusal, which grows as CUBIC does. */
function awsAdaptive(): Rule {
  const bucket = new Declared();
  const [beta, scale, smooth] = [0.7, 0.4, 0.8];
  let enabled = false;
  let [tokens, fill, capacity, atS] = [0, 0.5, 1, 0];
  let [rateMax, refusedS] = [0, 0];
  let [measured, count, bucketS] = [0, 0, 0];
  const refill = (nowS: number): void => {
    tokens = Math.min(capacity, tokens + (nowS - atS) * fill);
    atS = nowS;
  };
  const measure = (nowS: number): void => {
    count += 1;
    const halfS = Math.floor(2 * nowS) / 2;
    if (halfS <= bucketS) return;
    measured = (count / (halfS - bucketS)) * smooth + measured * (1 - smooth);
    count = 0;
    bucketS = halfS;
  };
  return {
    earliestMs(nowMs) {
      const declaredMs = bucket.earliestMs(1, nowMs);
      if (!enabled) return declaredMs;
      refill(nowMs / 1_000);
      const missing = 1 - tokens;
      return Math.max(
        declaredMs,
        missing <= 1e-9 ? nowMs : nowMs + (missing / fill) * 1_000 + 0.001,
      );
    },
    share: () => (enabled ? Math.min(1, (fill * windowMs) / 1_000 / declaredMax) : 1),
    send(sentMs) {
      bucket.take(1, sentMs);
      if (enabled) {
        refill(sentMs / 1_000);
        tokens -= 1;
      }
      return ({ accepted }, nowMs) => {
        const nowS = nowMs / 1_000;
        measure(nowS);
        if (!accepted) {
          rateMax = enabled ? Math.min(measured, fill) : measured;
          refusedS = nowS;
          enabled = true;
        }
        const windowS = Math.cbrt((rateMax * (1 - beta)) / scale);
        const rate = accepted ? scale * (nowS - refusedS - windowS) ** 3 + rateMax : beta * rateMax;
        refill(nowS);
        fill = Math.max(0.5, Math.min(rate, 2 * measured));
        capacity = Math.max(1, fill);
        tokens = Math.min(tokens, capacity);
      };
    },
  };
}
