/** The open orders at Kraken's server side: whose, of which pair, since when. Nothing fills there. */
import { No } from "headgate/emulator";
import type { CountingModel, Visit } from "headgate/emulator";

type Order = Readonly<{ key: string; pair: string; sinceMs: number }>;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export class Desk {
  readonly #orders = new Map<string, Order>();
  #count = 0;

  /** Of the call, or of the order that it names. */
  pairOf({ params }: Visit): string {
    return textOf(params["pair"]) || (this.#orders.get(nameOf(params))?.pair ?? "");
  }

  /** A table of costs by age, for the order that a call names; 0 for one that is not there. */
  costAt(ages: readonly (readonly [seconds: number, cost: number])[], visit: Visit): number {
    const order = this.#orders.get(nameOf(visit.params));
    if (order === undefined) return 0;
    const olderMs = visit.nowMs - order.sinceMs;
    return ages.find(([seconds]) => olderMs < seconds * 1_000)?.[1] ?? 0;
  }

  /** Places the order of these parameters, and says its id. */
  place(order: Readonly<Record<string, unknown>>, visit: Visit): string {
    this.#count += 1;
    const txid = `O${String(this.#count).padStart(5, "0")}-AAAAA-AAAAAA`;
    const pair = textOf(visit.params["pair"]);
    if (!rests(order)) return txid;
    const open = { key: `${visit.caller?.name ?? ""}:${pair}`, pair, sinceMs: visit.nowMs };
    this.#orders.set(textOf(order["cl_ord_id"]) || txid, open);
    return txid;
  }

  cancel({ params }: Visit): void {
    if (!this.#orders.delete(nameOf(params))) throw new No("unknownOrder");
  }

  /** How many of the orders are open now. */
  openUpTo(max: number): CountingModel {
    const orders = this.#orders;
    return {
      get size() {
        return orders.size;
      },
      offer(key, weight) {
        const open = [...orders.values()].filter((order) => order.key === key).length;
        return { accepted: open + weight <= max, used: open };
      },
    };
  }
}

/** An order goes by the client's name for it where it has one. */
function nameOf(params: Readonly<Record<string, unknown>>): string {
  return textOf(params["cl_ord_id"]) || textOf(params["txid"]);
}

/** Whether an order waits in the book. */
export function rests({ ordertype, timeinforce }: Readonly<Record<string, unknown>>): boolean {
  return ordertype !== "market" && timeinforce !== "IOC" && timeinforce !== "FOK";
}
