/**
 * Orders that are still to be sent, by their names. A cancel takes one that is in line out of it instead of
 * asking the exchange, which does not know it yet and would get it afterwards. One that may have arrived is
 * for the exchange to cancel, and is not sent again.
 */
import { WithdrawnError } from "../errors.ts";
import type { Gate } from "../gate/gate.ts";
import type { Prepared } from "./prepare.ts";
import { sharedBy } from "./shared.ts";

/** `withdraw` is true where with that it is gone. */
type Waiting = Readonly<{ call: Prepared; withdraw: () => boolean }>;

/** A note that an order is in line. */
export type Note = Readonly<{
  /** To take it out of its gate's line by. */
  name: string;
  /** What the caller is told, where a cancel has taken it out. */
  withdrawn: (error: unknown) => WithdrawnError | undefined;
  leave: () => void;
}>;

let entered = 0;

export class WaitingOrders {
  /** All clients of one exchange over one ledger know each other's orders. */
  static readonly of = sharedBy(() => new WaitingOrders());
  /** By account and client id. */
  readonly #waiting = new Map<string, Set<Waiting>>();

  /** Notes an order that goes to the line. */
  enter(gate: Gate, call: Prepared): Note | undefined {
    if (call.endpoint.withdraws || !call.endpoint.changes) return undefined;
    entered += 1;
    const name = `@order ${entered}`;
    const leave = this.#add({ call, withdraw: () => gate.withdraw(name) });
    if (leave === undefined) return undefined;
    const withdrawn = (error: unknown): WithdrawnError | undefined =>
      error instanceof WithdrawnError && error.id === name
        ? new WithdrawnError(clientIdOf(call) ?? name)
        : undefined;
    return { name, withdrawn, leave };
  }

  /** Notes an order that may have arrived, and may be sent again. Calls back when it is cancelled. */
  doubt(call: Prepared, cancelled: () => void): (() => void) | undefined {
    const withdraw = (): boolean => {
      cancelled();
      return false;
    };
    return this.#add({ call, withdraw });
  }

  /** Takes the order that a cancel names out of the line; returns its client id where there was one. */
  withdraw(cancel: Prepared): string | undefined {
    const key = cancel.endpoint.withdraws ? keyOf(cancel) : undefined;
    if (key === undefined) return undefined;
    const meant = [...(this.#waiting.get(key) ?? [])].filter(({ call }) => agree(call, cancel));
    // All of them: of two orders of one name neither is wanted any more.
    const gone = meant.filter((waiting) => waiting.withdraw());
    return gone.length > 0 ? clientIdOf(cancel) : undefined;
  }

  /** Returns the way out; `undefined` where the order has no name. */
  #add(waiting: Waiting): (() => void) | undefined {
    const key = keyOf(waiting.call);
    if (key === undefined) return undefined;
    const known = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, known.add(waiting));
    return () => {
      known.delete(waiting);
      if (known.size === 0 && this.#waiting.get(key) === known) this.#waiting.delete(key);
    };
  }
}

/** The name of a call's order, where it says one. */
export function clientIdOf({ endpoint, params }: Prepared): string | undefined {
  const id = endpoint.clientId === undefined ? undefined : params[endpoint.clientId];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function keyOf(call: Prepared): string | undefined {
  const id = clientIdOf(call);
  return id === undefined ? undefined : JSON.stringify([call.caller?.name, id]);
}

/** The same name for another symbol is another order: texts that both calls say have to be the same. */
function agree(order: Prepared, cancel: Prepared): boolean {
  const names = new Set([order.endpoint.clientId, cancel.endpoint.clientId]);
  return Object.entries(cancel.params).every(([name, said]) => {
    const other = order.params[name];
    if (names.has(name) || typeof said !== "string" || typeof other !== "string") return true;
    return said === other;
  });
}
