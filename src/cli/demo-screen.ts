/** A stream that shows a run while it goes on, and keeps what was shown last. */
import type { Clock } from "../clock.ts";
import { panel, plainLine, summary } from "./demo-view.ts";
import type { Frame } from "./demo-view.ts";

/** Where it is shown: a stream such as `process.stdout`. */
export type Output = Readonly<{
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}>;

const redrawMs = 250;
const lineMs = 1_000;

const cursor = { hide: "\u001B[?25l", show: "\u001B[?25h" } as const;

/** To the beginning of the line so many lines above, and everything from there on erased. */
const back = (lines: number): string => (lines > 0 ? `\u001B[${lines}F\u001B[J` : "");

/**
 * Shows frames until the signal aborts, then the last one for good: on a terminal four times a second in
 * place, elsewhere a line a second.
 */
export async function follow(
  frame: () => Frame,
  to: Readonly<{ output: Output; clock: Clock; signal: AbortSignal }>,
): Promise<void> {
  const { output, clock, signal } = to;
  const inPlace = output.isTTY === true;
  let drawn = 0;
  const draw = (lines: readonly string[]): void => {
    output.write(`${back(drawn)}${lines.map((line) => cut(line, output)).join("\n")}\n`);
    drawn = inPlace ? lines.length : 0;
  };
  if (inPlace) output.write(cursor.hide);
  try {
    for (;;) {
      if (inPlace) draw(panel(frame()));
      await clock.sleep(inPlace ? redrawMs : lineMs, signal);
      if (!inPlace) draw([plainLine(frame())]);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    draw(summary(frame()));
    if (inPlace) output.write(cursor.show);
  }
}

/** A line that the terminal breaks in two could not be erased again. */
function cut(line: string, { isTTY, columns }: Output): string {
  return isTTY === true && columns !== undefined && columns > 0 ? line.slice(0, columns - 1) : line;
}
