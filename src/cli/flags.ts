/** How the command line's figures are read. */
import { InvalidArgumentError } from "commander";

/** A number from `least` up. */
export function number(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value))
      throw new InvalidArgumentError("It is not a number.");
    if (value < least) throw new InvalidArgumentError(`It must be ${least} or more.`);
    return value;
  };
}

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  const read = number(least);
  return (text) => {
    const value = read(text);
    if (Number.isInteger(value) && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** What a seed may be. */
export const seed = wholeNumber(0, 2 ** 32 - 1);
