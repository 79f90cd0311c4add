/** What may be set from outside: how long a line gets, how long it waits, another figure of a limit. */
import { InvalidCallError } from "../errors.ts";
import type { Limit } from "../limits/limit.ts";
import { priorities } from "../priority.ts";
import type { Priority } from "../priority.ts";
import type { GateOptions } from "./gate.ts";

export type Bounds = Readonly<{ lineLength: Readonly<Record<Priority, number>>; blockMs: number }>;

const defaultLineLength = 10_000;
const defaultBlockMs = 90_000;

/** @throws {RangeError} If a figure is none. */
export function boundsOf(options: Pick<GateOptions, "maxLineLength" | "maxBlockMs">): Bounds {
  const { maxLineLength = {}, maxBlockMs = defaultBlockMs } = options;
  const given = typeof maxLineLength === "number" ? {} : maxLineLength;
  const each = typeof maxLineLength === "number" ? maxLineLength : defaultLineLength;
  const lineLength = { urgent: each, high: each, normal: each, low: each, ...given };
  for (const priority of priorities) {
    if (lineLength[priority] >= 1) continue;
    throw new RangeError(`maxLineLength must be a number from 1 up, not ${lineLength[priority]}.`);
  }
  if (maxBlockMs >= 0) return { lineLength, blockMs: maxBlockMs };
  throw new RangeError(`maxBlockMs must be a number from 0 up, not ${maxBlockMs}.`);
}

/** What is wrong with a call's own bounds. */
export function wrongWait(priority: Priority, maxWaitMs: number): Error | undefined {
  if (!priorities.includes(priority)) {
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
