/**
 * Plays the tables of other suites: at an instant so much is asked for, and it goes, later or never. Answers
 * come at once, as those suites know none.
 */
import { HeadgateError, MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Limit, LocalGate } from "headgate";

/** What was asked, when: a cost that goes at once or not at all. */
export type Row = readonly [atMs: number, cost: number, goes: boolean];

export type Asked = Readonly<{
  atMs: number;
  cost: number;
  maxWaitMs?: number;
  /** It is aborted then. */
  abortMs?: number;
}>;

/** A limit as published: nothing of it is left unplanned. */
export const whole = { per: [], headroom: { unsafe: 0 } } as const;

/** Never more than so much in any interval of that length. */
export const strict = (max: number, windowMs: number): Limit => ({
  ...whole,
  counted: "rolling-window",
  max,
  windowMs,
});

export function gateOver(limits: Readonly<Record<string, Limit>>): {
  gate: LocalGate;
  clock: VirtualClock;
  ledger: MemoryLedger;
} {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  return { gate: createGate(limits, { clock, ledger, name: "others" }), clock, ledger };
}

/** The rows that turn out otherwise; each takes from every limit. */
export async function wrongRows(
  limits: Readonly<Record<string, Limit>>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const { gate, clock } = gateOver(limits);
  const wrong: Row[] = [];
  for (const row of rows) {
    const [atMs, cost, goes] = row;
    await clock.advance(atMs - clock.nowMs());
    const permit = gate.tryAcquire(gate.price(fromAll(limits, cost)));
    permit?.settle();
    if ((permit !== undefined) !== goes) wrong.push(row);
  }
  return wrong;
}

/** When each of them goes, ms; or the code of its refusal, or why it was aborted. */
export async function instants(
  limits: Readonly<Record<string, Limit>>,
  asked: readonly Asked[],
): Promise<readonly (number | string)[]> {
  const { gate, clock } = gateOver(limits);
  const one = async ({ atMs, cost, abortMs = Infinity, ...wait }: Asked) => {
    const controller = new AbortController();
    clock.at(abortMs, () => controller.abort("aborted"));
    await clock.sleep(atMs);
    try {
      const draws = gate.price(fromAll(limits, cost));
      const permit = await gate.acquire(draws, { ...wait, signal: controller.signal });
      permit.settle();
      return rounded(clock.nowMs());
    } catch (error) {
      return error instanceof HeadgateError ? error.code : String(error);
    }
  };
  return clock.run(Promise.all(asked.map(one)));
}

function fromAll(
  limits: Readonly<Record<string, Limit>>,
  cost: number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.keys(limits).map((name) => [name, cost]));
}

/** Without the last decimals of a sum of decimals. */
export function rounded(ms: number): number {
  return Math.round(ms * 1e6) / 1e6;
}

export type Sent = Readonly<{ weight: number; atMs: number }>;

/** The most in any interval that begins with one of them. */
export function mostWithin(windowMs: number, all: readonly Sent[]): number {
  const sums = all.map(({ atMs }) =>
    all
      .filter((other) => other.atMs >= atMs && other.atMs < atMs + windowMs)
      .reduce((sum, { weight }) => sum + weight, 0),
  );
  return Math.max(...sums);
}
