/**
 * `npm run endure`: a day of virtual time with ten million calls, and a million buckets that come once.
 * Fails where a sum is not exact, a call is refused, or memory does not stay flat.
 *
 *     --json            prints the result and nothing else
 *     --calls 10000000  in the day
 *     --keys 1000000    that come once
 */
import { parseArgs } from "node:util";
import { runDay } from "./day.ts";
import { megabytes } from "./heap.ts";
import { runKeys } from "./keys.ts";
import { failures } from "./verdict.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    calls: { type: "string", default: "10000000" },
    keys: { type: "string", default: "1000000" },
  },
});

const keys = runKeys(figure("keys", values.keys));
const day = await runDay(figure("calls", values.calls), [1, 6, 12, 18, 24]);
const failed = failures(day, keys);
process.stdout.write(values.json ? `${JSON.stringify({ day, keys, failed })}\n` : report());
if (failed.length > 0) process.exitCode = 1;

function report(): string {
  const lines = [
    `${day.calls} calls in a day, ${day.waited} of them waited, ${day.refused} refused`,
    `sent ${day.sentTenths / 10}, counted by the exchange ${day.countedTenths / 10}`,
    `in flight at its end ${day.inFlight}, missing in the bucket of all ${day.missing}`,
    `at most ${day.bucketsMost} buckets`,
    ...day.bytes.map(({ hour, bytes }) => `held after ${hour} h: ${megabytes(bytes)}`),
    "",
    `${keys.keys} buckets that come once: ${keys.shownMost} shown within their window,`,
    `${megabytes(keys.bytesMost)} for all of them, ${megabytes(keys.bytesLeft)} once they are idle`,
    "",
    ...(failed.length === 0 ? ["All of it holds."] : failed.map((what) => `BROKEN  ${what}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function figure(name: string, text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new RangeError(`--${name} must be a number above 0, not ${text}.`);
}
