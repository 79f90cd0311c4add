/**
 * `npm run faults`: calls over a network that fails in every way. Fails where something hangs or leaks, where
 * an order is executed twice, or where the client says of one what is not so.
 *
 *     --json          prints the result and nothing else
 *     --calls 20000   how many
 *     --seconds 30    begins no call after so long
 *     --seed 1        of the faults
 */
import { parseArgs } from "node:util";
import { runFaults } from "./run.ts";
import type { FaultsResult } from "./run.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    calls: { type: "string", default: "20000" },
    seconds: { type: "string", default: "Infinity" },
    seed: { type: "string", default: "1" },
  },
});

const result = await runFaults({
  calls: figure("calls", values.calls),
  maxMs: figure("seconds", values.seconds) * 1_000,
  seed: figure("seed", values.seed),
});
process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : report(result));
const { ordersTwice, ordersWronglyTold, permitsUnsettled, promisesPending, socketsLeft } = result;
if (ordersTwice + ordersWronglyTold + permitsUnsettled + promisesPending + socketsLeft > 0) {
  process.exitCode = 1;
}

function report({ faults, outcomes, resolutions, ...counts }: FaultsResult): string {
  const rows: (readonly [string, number | string])[] = [
    ...Object.entries(counts),
    ["", ""],
    ...byName(faults),
    ["", ""],
    ...byName(outcomes),
    ["", ""],
    ...byName(resolutions),
  ];
  const lines = rows.map(([what, count]) =>
    `${what.padEnd(24)}${String(count).padStart(12)}`.trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

function byName(counts: Readonly<Record<string, number>>): (readonly [string, number])[] {
  return Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function figure(name: string, text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new RangeError(`--${name} must be a number above 0, not ${text}.`);
}
