/**
 * Public calls over several outgoing addresses: each goes where there is most room, by turns where there is
 * enough. A ban is not hopped around: while an address is banned it keeps its turns, and no other takes them.
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
    const isBanned = calls.some(({ blocks }) => gate.estimate(blocks).waitMs > 0);
    const waitMs = ({ draws }: Prepared): number =>
      isBanned ? 0 : gate.estimate(draws.map(roomFor)).waitMs;
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
