/** The road to an exchange on which anything happens to a request, the exchange's own no included. */
import { TransportError } from "headgate";
import type { Transport, VirtualClock, WireAnswer } from "headgate";
import { deadSocket, refusedConnection } from "../support/client-wire.ts";

export type Road = Readonly<{
  transport: Transport;
  /** Requests that are on the wire now. */
  open: () => number;
  /** The longest that one was, ms. */
  longestMs: () => number;
}>;

const body = JSON.stringify({ bids: [], up: true, free: "1", orderId: 1 });

/** One that is never answered is on the wire until somebody gives it up. */
export function road(clock: VirtualClock, random: () => number): Road {
  let open = 0;
  let longestMs = 0;
  const answer = async (signal: AbortSignal): Promise<WireAnswer> => {
    const dice = random();
    if (dice < 0.02) throw refusedConnection();
    await clock.sleep(dice < 0.03 ? Infinity : 300 * random() ** 4, signal);
    if (dice < 0.05) throw deadSocket();
    if (dice > 0.0505) return { status: 200, headers: {}, body };
    const [status, wait] = dice < 0.0503 ? [429, "1"] : [503, "1"];
    return { status, headers: { "retry-after": wait }, body: `{"code":"busy"}` };
  };
  const transport: Transport = (request) => {
    // Before there is a promise.
    if (random() < 0.005) throw new Error("thrown at once");
    const sentMs = clock.nowMs();
    open += 1;
    return answer(request.signal)
      .catch((error: unknown) => {
        throw new TransportError(error);
      })
      .finally(() => {
        open -= 1;
        longestMs = Math.max(longestMs, clock.nowMs() - sentMs);
      });
  };
  return { transport, open: () => open, longestMs: () => longestMs };
}
