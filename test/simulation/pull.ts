/** A client that says when the next call may leave: it is asked again whenever something has happened. */
import type { Client, Told } from "./clients.ts";
import type { Answer, Road } from "./road.ts";
import type { Calls } from "./world.ts";

/** Sends all calls as early as the client lets them, and tells it what `tells` makes of each answer. */
export function pull(
  road: Road,
  of: Readonly<{ client: Client; calls: Calls; tells: (answer: Answer) => Told }>,
): void {
  const { client, calls, tells } = of;
  const { events } = road;
  let cost = calls.cost();
  let thereMs = calls.nextMs(0);
  let asked = 0;
  const ask = (): void => {
    // What was promised before something happened is void.
    asked += 1;
    const mine = asked;
    for (;;) {
      const { nowMs } = events;
      const leavesMs = thereMs > nowMs ? thereMs : client.earliestMs(cost, nowMs);
      if (leavesMs > nowMs + 1e-9) {
        if (leavesMs < road.untilMs) events.at(leavesMs, () => void (mine === asked && ask()));
        return;
      }
      const settle = client.send(cost, nowMs);
      road.send(cost, (answer) => {
        settle(tells(answer), events.nowMs);
        ask();
      });
      cost = calls.cost();
      thereMs = calls.nextMs(nowMs);
    }
  };
  ask();
}
