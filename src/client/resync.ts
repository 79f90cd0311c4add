/** After a timestamp that was refused: the exchange is asked for its time, once for all who were refused. */
import type { WaitOptions } from "../gate/gate.ts";
import { prepare } from "./prepare.ts";
import type { Desk, Prepared } from "./prepare.ts";
import { routeOf } from "./route.ts";

/**
 * Through the gate like any call, ahead of what waits; its answer sets the venue's clock. Returns how long
 * it was in line, ms. Nothing is asked where a later answer has told the time already, or no endpoint does.
 */
export async function resync(
  desk: Desk,
  refused: Prepared,
  options: Pick<WaitOptions, "maxWaitMs" | "signal">,
): Promise<number> {
  const { timeEndpoint } = desk.venue;
  if (timeEndpoint === undefined || desk.venueClock.isExact) return 0;
  const call = prepare(desk, routeOf(desk, timeEndpoint, refused.caller), {});
  const { waitedMs } = await desk.perform(call, { ...options, priority: "urgent", coalesce: true });
  return waitedMs;
}
