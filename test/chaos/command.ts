/**
 * `npm run chaos`: processes that share a limit through a real Redis, to which everything happens. Fails where
 * the exchange refuses one of their calls, or where they do not come back.
 *
 *     --json              prints the result and nothing else
 *     --fault FLUSHALL    this one, and any others that are named
 *     --seconds 30        begins no fault after so long
 */
import { parseArgs } from "node:util";
import { faults } from "./faults.ts";
import { run } from "./run.ts";
import type { Seen } from "./run.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    fault: { type: "string", multiple: true, default: Object.keys(faults) },
    seconds: { type: "string", default: "Infinity" },
  },
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) {
  throw new RangeError(`--seconds must be a number above 0, not ${values.seconds}.`);
}
const untilMs = Date.now() + seconds * 1_000;
const struck = [];
for (const name of values.fault) {
  const make = faults[name];
  if (make === undefined)
    throw new RangeError(`There is no fault ${name}: ${Object.keys(faults).join(", ")}.`);
  if (Date.now() > untilMs) break;
  const seen = await run(name, make);
  if (!values.json) process.stdout.write(report(seen));
  struck.push(seen.struck);
}
if (values.json) process.stdout.write(`${JSON.stringify(struck)}\n`);
if (struck.some(({ refused, recoveredMs }) => refused > 0 || recoveredMs === null)) {
  process.exitCode = 1;
}

function report({ struck: { fault, sent, refused, ...rest }, perSecond, told }: Seen): string {
  const lines = [
    `${fault}: ${sent} sent, ${refused} refused, at most ${(100 * rest.mostInWindowShare).toFixed(1)} % ` +
      `in a window, recovered after ${rest.recoveredMs ?? "?"} ms`,
    `  per second: ${perSecond.join(" ")}`,
  ];
  const firstMs = Math.min(...told.map(({ atMs }) => atMs).filter((atMs) => atMs > 0));
  for (const { worker, name, event, atMs } of told) {
    if (name !== "ready") lines.push(`  ${worker} ${name} ${event} +${atMs - firstMs} ms`);
  }
  return `${lines.join("\n")}\n`;
}
