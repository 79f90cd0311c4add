/**
 * Every form in which exchanges say "not before": seconds, an HTTP date, an epoch in a text. All become
 * ms from now. An instant is read against the answer's own `Date`, never against this machine's clock,
 * so a wrong clock here does not shorten a wait.
 */
import { parseHttpDate } from "../clock.ts";
import type { Answer } from "./endpoint.ts";

/** Whole seconds or decimals, nothing around them: "1, 1" and "" are no number. */
const number = /^\d+(?:\.\d+)?$/;

/** A number that a header holds, or `undefined` where it holds none. */
export function headerNumber(answer: Answer, name: string): number | undefined {
  const text = answer.header(name)?.trim();
  if (text === undefined || !number.test(text)) return undefined;
  // Some hundred digits are a number too, and would be Infinity.
  const figure = Number(text);
  return Number.isFinite(figure) ? figure : undefined;
}

/** What was read last: within one second all answers have the same `Date`. */
let lastDate: Readonly<{ text: string; epochMs: number | undefined }> = {
  text: "",
  epochMs: undefined,
};

/** The answer's `Date` in epoch ms, a whole second; `undefined` where it has none. */
export function dateMs(answer: Answer): number | undefined {
  const text = answer.header("date");
  if (text === undefined) return undefined;
  if (text !== lastDate.text) lastDate = { text, epochMs: parseHttpDate(text) };
  return lastDate.epochMs;
}

/**
 * `Retry-After` in ms from now, where now is `serverMs` of the exchange's clock: a number of `unit`, or an
 * HTTP date. `undefined` where there is none, or it says nothing usable: "0" asks for no wait at all.
 */
export function retryAfterMs(
  answer: Answer,
  serverMs: number,
  unit: "s" | "ms" = "s",
): number | undefined {
  const figure = headerNumber(answer, "retry-after");
  if (figure !== undefined) return figure > 0 ? figure * (unit === "s" ? 1_000 : 1) : undefined;
  const atMs = parseHttpDate(answer.header("retry-after") ?? "");
  return atMs !== undefined && atMs > serverMs ? atMs - serverMs : undefined;
}
