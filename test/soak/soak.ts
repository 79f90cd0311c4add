/**
 * Very many calls of one client in virtual time, of which everything becomes that can: sent and answered,
 * refused, reset, never answered, thrown at, aborted, withdrawn, too late; while limits change.
 *
 *     64 callers -> client -> gate -> a road on which anything happens
 */
import { MemoryLedger, TransportError, VirtualClock, createClient } from "headgate";
import type { CallOptions, Priority, Transport, WireAnswer } from "headgate";
import { Service } from "../../src/gate/service.ts";
import { account, toy } from "../support/client-venue.ts";
import { deadSocket, inFlight, refusedConnection } from "../support/client-wire.ts";
import { seeded } from "../support/seeded.ts";

const callers = 64;
const timeoutMs = 2_000;
const maxes = [60, 100, 300, 2_000] as const;
const priorities = ["urgent", "high", "normal", "low"] as const satisfies readonly Priority[];

export type Soaked = Readonly<{
  calls: number;
  /** How they ended: `ok`, or the error's code. */
  ends: Readonly<Record<string, number>>;
  /** The longest that a request was on the wire, ms. */
  longestMs: number;
  /** All of these are 0 in the end. */
  left: Readonly<{
    pending: number;
    inFlight: number;
    inLine: number;
    open: number;
    timers: number;
  }>;
  hours: number;
}>;

/** What becomes of a request; one that is never answered is on the wire until somebody gives it up. */
function road(
  clock: VirtualClock,
  random: () => number,
): Readonly<{ transport: Transport; open: () => number; longestMs: () => number }> {
  let open = 0;
  let longestMs = 0;
  const answer = async (signal: AbortSignal): Promise<WireAnswer> => {
    const dice = random();
    if (dice < 0.02) throw refusedConnection();
    await clock.sleep(dice < 0.03 ? Infinity : 300 * random() ** 4, signal);
    if (dice < 0.05) throw deadSocket();
    const body = JSON.stringify({ bids: [], up: true, free: "1", orderId: 1 });
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

export async function soak(calls: number, seed: number): Promise<Soaked> {
  const random = seeded(seed);
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random });
  const { transport, open, longestMs } = road(clock, random);
  const client = createClient(toy, { account, clock, ledger, transport, random, timeoutMs });
  const ends: Record<string, number> = {};
  let begun = 0;
  let pending = 0;

  const one = (options: CallOptions): PromiseLike<unknown> => {
    const dice = random();
    const symbol = dice < 0.1 ? "A" : "B";
    if (dice < 0.5) return client.book({ symbol, limit: 1 }, { ...options, coalesce: dice < 0.3 });
    if (dice < 0.6) return client.status({}, options);
    if (dice < 0.7) return client.balance({}, options);
    const id = `${begun % 5}`;
    return dice < 0.9
      ? client.order({ symbol, id }, options)
      : client.cancel({ symbol, id }, options);
  };
  const caller = async (): Promise<void> => {
    while (begun < calls) {
      begun += 1;
      pending += 1;
      const controller = new AbortController();
      const aborts = random() < 0.1;
      const abort = clock.at(aborts ? clock.nowMs() + 1_500 * random() ** 2 : Infinity, () =>
        controller.abort(new Error("aborted")),
      );
      const priority = priorities[Math.floor(4 * random())] ?? "normal";
      const maxWaitMs = random() < 0.2 ? 500 * random() : 60_000;
      const end = await Promise.resolve(
        one({ priority, maxWaitMs, signal: controller.signal }),
      ).then(
        () => "ok",
        (error: unknown) =>
          error instanceof Error && "code" in error ? String(error.code) : String(error),
      );
      abort.cancel();
      ends[end] = (ends[end] ?? 0) + 1;
      pending -= 1;
      if (random() < 0.001) change();
    }
  };
  /** The exchange changes a limit. */
  const change = (): void => {
    const levels = client.gate.levels();
    const level = levels[Math.floor(levels.length * random())];
    const [limitKey] = level?.key.split("|") ?? [];
    const max = maxes[Math.floor(maxes.length * random())] ?? 100;
    if (level !== undefined && limitKey !== undefined) ledger.adopt({ limitKey, max, whose: {} });
  };

  await clock.run(Promise.all(Array.from({ length: callers }, caller)));
  // What was given up just now is on its way out.
  await clock.advance(timeoutMs);
  const inLine = Service.of(ledger, clock).line.length;
  const left = {
    pending,
    inFlight: inFlight(client.gate),
    inLine,
    open: open(),
    timers: clock.timers,
  };
  await client.close();
  return { calls: begun, ends, longestMs: longestMs(), left, hours: clock.nowMs() / 3_600_000 };
}
