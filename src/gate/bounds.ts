/** What may be set from outside: how long a line gets, how long it waits, another figure of a limit. */
import { InvalidCallError } from "../errors.ts";
import type { Limit } from "../limits/limit.ts";
import { priorities, rankOf } from "../priority.ts";
import type { Priority } from "../priority.ts";
import type { GateOptions } from "./gate.ts";

export type Bounds = Readonly<{
  lineLength: Readonly<Record<Priority, number>>;
  maxBlockMs: number;
  urgentShare: number;
  /** By rank. */
  minShares: readonly number[];
}>;

const defaultLineLength = 10_000;
const defaultBlockMs = 90_000;
const defaultMinShares = { high: 0.1, normal: 0.05, low: 0.02 };

/** @throws {RangeError} If a figure is none. */
export function boundsOf(
  options: Pick<GateOptions, "maxLineLength" | "maxBlockMs" | "urgentShare" | "minShares">,
): Bounds {
  const { maxLineLength = {}, maxBlockMs = defaultBlockMs, urgentShare = 0 } = options;
  const given = typeof maxLineLength === "number" ? {} : maxLineLength;
  const each = typeof maxLineLength === "number" ? maxLineLength : defaultLineLength;
  const lineLength = { urgent: each, high: each, normal: each, low: each, ...given };
  for (const priority of priorities) {
    if (lineLength[priority] >= 1) continue;
    throw new RangeError(`maxLineLength must be a number from 1 up, not ${lineLength[priority]}.`);
  }
  if (!(maxBlockMs >= 0))
    throw new RangeError(`maxBlockMs must be a number from 0 up, not ${maxBlockMs}.`);
  if (!(urgentShare >= 0 && urgentShare < 1))
    throw new RangeError(`urgentShare must be from 0 to below 1, not ${urgentShare}.`);
  return { lineLength, maxBlockMs, urgentShare, minShares: sharesOf(options.minShares) };
}

/** Urgent calls alternate with what is owed to others, so those can have half of all at most. */
function sharesOf(given: GateOptions["minShares"]): readonly number[] {
  const { high, normal, low } = { ...defaultMinShares, ...given };
  const shares = [0, high, normal, low];
  const sum = high + normal + low;
  if (shares.every((share) => share >= 0) && sum <= 0.5) return shares;
  throw new RangeError(
    `minShares must be from 0 up and at most 0.5 together, not ${high}, ${normal} and ${low}.`,
  );
}

/** What is wrong with a call's own bounds. */
export function wrongWait(priority: Priority, maxWaitMs = Infinity): Error | undefined {
  if (rankOf(priority) < 0) {
    return new InvalidCallError(`There is no priority "${priority}".`);
  }
  if (maxWaitMs >= 0) return undefined;
  return new RangeError(`maxWaitMs must be a number from 0 up, not ${maxWaitMs}.`);
}

/** The name of a limit that may be set to `max`. */
export function adoptable(
  limits: Readonly<Record<string, Limit>>,
  name: string,
  max: number,
): string {
  if (!Object.hasOwn(limits, name)) throw new InvalidCallError(`No limit is called "${name}".`);
  if (typeof max === "number" && max > 0 && max < Infinity) return name;
  throw new RangeError(`A limit's max must be a finite number above 0, not ${max}.`);
}
