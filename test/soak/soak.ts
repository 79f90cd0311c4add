/**
 * Very many calls in virtual time, of which everything becomes that can, and what is left when all have ended.
 *
 *     64 callers -> client, now and then another one -> gate -> a road on which anything happens
 */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { Service } from "../../src/gate/service.ts";
import { account as credentials, toy } from "../support/client-venue.ts";
import { inFlight } from "../support/client-wire.ts";
import { seeded } from "../support/seeded.ts";
import { Load, account } from "./load.ts";
import { road } from "./road.ts";

const callers = 64;
const timeoutMs = 2_000;

export type Soaked = Readonly<{
  calls: number;
  /** How they ended: `ok`, or the error's code. */
  ends: Readonly<Record<string, number>>;
  /** What happened meanwhile, and how often. */
  happened: Readonly<Record<string, number>>;
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

export async function soak(calls: number, seed: number): Promise<Soaked> {
  const random = seeded(seed);
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random });
  const { transport, open, longestMs } = road(clock, random);
  const options = { accounts: { [account]: credentials }, transport, timeoutMs };
  const load = new Load({
    clock,
    ledger,
    random,
    open: () => createClient(toy, { ...options, clock, ledger, random }),
  });
  await clock.run(Promise.all(Array.from({ length: callers }, () => load.caller(calls))));
  // What was given up just now is on its way out.
  await clock.advance(timeoutMs);
  const left = {
    pending: load.pending,
    inFlight: inFlight(load.client.gate),
    inLine: Service.of(ledger, clock).line.length,
    open: open(),
    timers: clock.timers,
  };
  const { begun, ends, happened } = load;
  await load.client.close();
  return {
    calls: begun,
    ends,
    happened,
    longestMs: longestMs(),
    left,
    hours: clock.nowMs() / 3_600_000,
  };
}
