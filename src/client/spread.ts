/**
 * Public calls over several outgoing addresses: each goes where there is most room, by turns where there is
 * enough. There is none at an address that is banned: what comes then goes elsewhere, as who spreads has asked
 * for. That is decided once, before the line. No call hops around a ban: one that waits for an address, or was
 * refused there, is never moved to another.
 */
import type { Gate } from "../gate/gate.ts";
import type { Draw } from "../ledger/ledger.ts";
import type { Prepared } from "./prepare.ts";

/** So much of a limit is room enough. */
const enough = 0.25;

export class Spread {
  readonly addresses: readonly string[];
  #turns = 0;

  /** @throws {TypeError} If there is nothing to spread over. */
  constructor(addresses: readonly string[]) {
    if (addresses.length < 2) throw new TypeError("spread needs at least two addresses in egress.");
    this.addresses = addresses;
  }

  /** Which of the same call, prepared for each address, is to be made. */
  pick(calls: readonly Prepared[], gate: Gate): Prepared {
    const turn = this.#turns % calls.length;
    this.#turns += 1;
    const inTurn = [...calls.slice(turn), ...calls.slice(0, turn)];
    const waitMs = ({ draws }: Prepared): number => gate.estimate(draws.map(roomFor)).waitMs;
    // Of those that are alike the first.
    return inTurn.reduce((best, one) => (waitMs(one) < waitMs(best) ? one : best));
  }
}

/** What has to be free for a draw to leave room. */
function roomFor(draw: Draw): Draw {
  const { cost, limit } = draw;
  if (cost === 0 || limit.max === Infinity) return draw;
  return { ...draw, cost: Math.max(cost, Math.floor(enough * limit.max)) };
}
