/** One line of the result, and how it is written. */

/** The figure to reach: at most, or at least. */
type Goal = Readonly<{ atMost: number } | { atLeast: number }>;

export type Row = Readonly<{
  name: string;
  what: string;
  unit: "ns" | "us" | "bytes" | "calls" | "ratio";
  headgate: number;
  goal: Goal;
  met: boolean;
  /** A reading of the clock in the same rounds, where the goal is so many of them. */
  clockNs?: number;
  /** By package; one that has nothing of the kind is left out. */
  peers: Readonly<Record<string, number>>;
  /** headgate again, where something else is done as well. */
  also?: Readonly<Record<string, number>>;
}>;

export type Result = Readonly<{ clockNs: number; rows: readonly Row[] }>;

/** A row from the figures of all sides, of which `headgate` is one. */
export function rowOf(
  about: Pick<Row, "name" | "what" | "unit" | "goal">,
  figures: Readonly<Record<string, number>>,
): Row {
  const { headgate = NaN, ...others } = figures;
  const { goal } = about;
  const met = "atMost" in goal ? headgate <= goal.atMost : headgate >= goal.atLeast;
  const own = (name: string): boolean => name.startsWith("headgate ");
  const also = Object.entries(others).filter(([name]) => own(name));
  const peers = Object.fromEntries(Object.entries(others).filter(([name]) => !own(name)));
  return {
    ...about,
    headgate,
    met,
    peers,
    ...(also.length > 0 && { also: Object.fromEntries(also) }),
  };
}

export function json(result: Result): string {
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === "number" ? Number(value.toPrecision(5)) : value;
  return `${JSON.stringify(result, rounded)}\n`;
}

/** For people: one line for each row, and those beside it below. */
export function table({ clockNs, rows }: Result): string {
  const lines = [`a reading of the clock: ${clockNs.toFixed(0)} ns`, ""];
  const width = Math.max(...rows.map(({ name }) => name.length));
  const indent = " ".repeat(width + 2);
  for (const { name, what, unit, headgate, goal, met, peers, also = {} } of rows) {
    const [sign, figure] = "atMost" in goal ? ["<=", goal.atMost] : [">=", goal.atLeast];
    const verdict = met ? "reached" : "MISSED";
    lines.push(
      `${name.padEnd(width)}  ${short(headgate)} ${unit}, to reach ${sign} ${short(figure)}: ${verdict}. ${what}`,
    );
    const others = Object.entries({ ...also, ...peers }).map(
      ([peer, theirs]) => `${peer} ${short(theirs)}`,
    );
    if (others.length > 0) lines.push(`${indent}${others.join(", ")}`);
  }
  return `${lines.join("\n")}\n`;
}

function short(figure: number): string {
  const digits = Math.abs(figure) >= 100 ? 0 : 2;
  return Number(figure.toFixed(digits)).toLocaleString("en-US").replaceAll(",", " ");
}
