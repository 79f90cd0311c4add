/** What must hold after a long run. */
import type { Day } from "./day.ts";
import type { Keys } from "./keys.ts";

/** What memory may grow by over a day: the caches of the runtime fill up. */
const growthMaxBytes = 3e6;

/** What keys that came once may leave behind, however many: a thousand buckets, ten thousand prices. */
const leftMaxBytes = 6e6;

export function failures(day: Day, keys: Keys): readonly string[] {
  const failed: string[] = [];
  if (day.refused > 0) failed.push(`${day.refused} calls were refused`);
  if (day.sentTenths !== day.countedTenths) {
    failed.push(`sent ${day.sentTenths} tenths, counted ${day.countedTenths}`);
  }
  if (day.inFlight !== 0) failed.push(`${day.inFlight} in flight when nothing is`);
  if (day.missing !== 0) failed.push(`${day.missing} missing when nothing is used`);
  const [first, ...later] = day.bytes.map(({ bytes }) => bytes);
  const growth = Math.max(...later) - (first ?? NaN);
  if (!(growth <= growthMaxBytes)) failed.push(`memory grew by ${growth} bytes`);
  if (keys.shownMost !== keys.keys) failed.push(`${keys.shownMost} of ${keys.keys} were shown`);
  if (!(keys.bytesLeft < leftMaxBytes))
    failed.push(`${keys.bytesLeft} bytes are left of idle keys`);
  return failed;
}
