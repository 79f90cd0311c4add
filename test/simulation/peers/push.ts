/** A peer, which decides by itself when a call goes. */
import type { Road } from "../road.ts";
import type { Calls } from "../world.ts";
import { createPeer } from "./peers.ts";
import type { Peer, PeerName } from "./peers.ts";
import type { Size } from "../servers.ts";
import { inVirtualTime, runWithPromises } from "./virtual-time.ts";

/** Sends all calls as early as the peer lets them, one waiting at a time; it hears of no answer. */
export function push(
  road: Road,
  of: Readonly<{ peer: PeerName; size: Size; calls: Calls }>,
): Promise<void> {
  const { events } = road;
  const { calls, size } = of;
  return inVirtualTime(events, async () => {
    const peer = await createPeer(of.peer, size);
    lineUp(peer);
    await runWithPromises(events, road.untilMs);
  });

  function lineUp(peer: Peer): void {
    const cost = calls.cost();
    events.at(calls.nextMs(events.nowMs), () =>
      peer(cost, () => {
        road.send(cost, () => undefined);
        lineUp(peer);
      }),
    );
  }
}
