/** The accounting around any function: it is called when its limits let it. */
import { NotSentError, WeightExceedsLimitError } from "../errors.ts";
import { plan } from "../limits/limit.ts";
import type { Limit, Scope } from "../limits/limit.ts";
import { createGate } from "./gate.ts";
import type { GateOptions, LocalGate, WaitOptions } from "./gate.ts";
import { spend } from "./permit.ts";
import type { Permit } from "./permit.ts";

export type ThrottledOptions<Args extends readonly unknown[], Result> = Readonly<{
  /** By name. Each wrapped function has buckets of its own, unless `name` says whose it shares. */
  limits: Readonly<Record<string, Limit>>;
  /** What one call takes from each limit: one figure for all, or by name. @default 1 */
  weight?: Weighing | ((...args: Args) => Weighing);
  /** For whom a call counts, where a limit counts per somebody. */
  scope?: (...args: Args) => Scope;
  /**
   * What happens where it cannot go at once: it waits, it rejects with a `NotSentError`, or `fallback`
   * answers in its place.
   * @default "wait"
   */
  onLimited?:
    | "wait"
    | "reject"
    | Readonly<{ fallback: (...args: Args) => Result | Promise<Result> }>;
}> &
  Pick<WaitOptions, "priority" | "maxWaitMs"> &
  GateOptions;

type Weighing = number | Readonly<Record<string, number>>;

/** A throttled function, and the gate it waits at. */
export type Throttled<Args extends readonly unknown[], Result> = {
  (...args: Args): Promise<Result>;
  readonly gate: LocalGate;
};

/**
 * Wraps a function so that it is called only as its limits allow.
 *
 * @throws {WeightExceedsLimitError} If a fixed `weight` could never pass a limit.
 * @throws {RangeError} If a limit's figures cannot be counted with.
 *
 * @example
 * const quote = throttled(fetchQuote, {
 *   limits: { calls: { counted: "rolling-window", windowMs: 1_000, max: 10, per: [] } },
 * });
 */
export function throttled<Args extends readonly unknown[], Result>(
  send: (...args: Args) => Result | Promise<Result>,
  options: ThrottledOptions<Args, Result>,
): Throttled<Args, Result> {
  const { limits, weight = 1, scope, onLimited = "wait", priority, maxWaitMs } = options;
  const gate = createGate(limits, options);
  if (typeof weight !== "function") refuseTooHeavy(limits, weigh(limits, weight));
  const longestMs = maxWaitMs ?? (onLimited === "wait" ? Infinity : 0);
  const waitOptions = { maxWaitMs: longestMs, ...(priority === undefined ? {} : { priority }) };
  const call = async (...args: Args): Promise<Result> => {
    const weighing = typeof weight === "function" ? weight(...args) : weight;
    const draws = gate.price(weigh(limits, weighing), scope?.(...args));
    const go = (granted: Permit): Promise<Result> =>
      spend(granted, async (permit) => {
        const result = await send(...args);
        permit.settle();
        return result;
      });
    const denied = (error: unknown): Result | Promise<Result> => {
      if (typeof onLimited === "object" && error instanceof NotSentError)
        return onLimited.fallback(...args);
      throw error;
    };
    return gate.acquire(draws, waitOptions).then(go, denied);
  };
  return Object.assign(call, { gate });
}

function refuseTooHeavy(
  limits: Readonly<Record<string, Limit>>,
  weights: Readonly<Record<string, number>>,
): void {
  for (const [name, weight] of Object.entries(weights)) {
    const limit = limits[name];
    if (limit === undefined || typeof limit.max !== "number") continue;
    const most = plan({ ...limit, max: limit.max }).planned;
    if (weight > most) throw new WeightExceedsLimitError({ limit: name, whose: {}, weight, most });
  }
}

function weigh(
  limits: Readonly<Record<string, Limit>>,
  weighing: Weighing,
): Readonly<Record<string, number>> {
  if (typeof weighing !== "number") return weighing;
  return Object.fromEntries(Object.keys(limits).map((name) => [name, weighing]));
}
