/** The orders at Kraken's server side: whose, of which pair, since when. Nothing fills there. */
import { No, Orders } from "headgate/emulator";
import type { CountingModel, HeldOrder, OrderName, Visit } from "headgate/emulator";

type Asked = Readonly<Record<string, unknown>>;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export class Desk {
  readonly #orders = new Orders((count) => `O${String(count).padStart(5, "0")}-AAAAA-AAAAAA`);

  /** Of the call, or of the order that it names. */
  pairOf(visit: Visit): string {
    return textOf(visit.params["pair"]) || textOf(this.#named(visit)?.asked["pair"]);
  }

  /** A table of costs by age, for the order that a call names; 0 for one that is not open. */
  costAt(ages: readonly (readonly [seconds: number, cost: number])[], visit: Visit): number {
    const order = this.#named(visit);
    if (order === undefined || !order.isOpen) return 0;
    const olderMs = visit.nowMs - order.placedAtMs;
    return ages.find(([seconds]) => olderMs < seconds * 1_000)?.[1] ?? 0;
  }

  /** Places the order of these parameters, and says its id. */
  place(order: Asked, visit: Visit): string {
    const { id } = this.#orders.place({
      account: accountOf(visit),
      clientId: textOf(order["cl_ord_id"]),
      placedAtMs: visit.nowMs,
      isOpen: rests(order),
      asked: { ...order, pair: visit.params["pair"] },
    });
    return id;
  }

  cancel(visit: Visit): void {
    const cancelled = this.#orders.cancel(nameOf(visit), visit.nowMs);
    if (cancelled === undefined) throw new No("unknownOrder");
  }

  cancelAll(visit: Visit): number {
    const open = this.#listed(visit, true);
    for (const { id } of open) this.#orders.cancel({ account: accountOf(visit), id }, visit.nowMs);
    return open.length;
  }

  /** By id those that are open, or those that are not. */
  list(visit: Visit, isOpen: boolean): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#listed(visit, isOpen).map((one) => [one.id, described(one)]));
  }

  /** By id those that a call names, by commas. */
  query(visit: Visit): Readonly<Record<string, unknown>> {
    const found = textOf(visit.params["txid"])
      .split(",")
      .map((id) => this.#orders.named({ account: accountOf(visit), id }))
      .filter((order) => order !== undefined);
    if (found.length === 0) throw new No("unknownOrder");
    return Object.fromEntries(found.map((one) => [one.id, described(one)]));
  }

  /** How many of the orders are open now. */
  openUpTo(max: number): CountingModel {
    const orders = this.#orders;
    return {
      get size() {
        return orders.size;
      },
      offer(key, weight) {
        const [, account = "", pair = ""] = /^(.*):(.*)$/.exec(key) ?? [];
        const open = orders.of(account, { isOpen: true, asked: { pair } }).length;
        return { accepted: open + weight <= max, used: open };
      },
    };
  }

  #named(visit: Visit): HeldOrder | undefined {
    return this.#orders.named(nameOf(visit));
  }

  #listed(visit: Visit, isOpen: boolean): readonly HeldOrder[] {
    const { cl_ord_id: clientId } = visit.params;
    return this.#orders.of(accountOf(visit), { isOpen, clientId });
  }
}

const accountOf = ({ caller }: Visit): string => caller?.name ?? "";

/** An order goes by the client's name for it where a call gives one. */
function nameOf(visit: Visit): OrderName {
  const { cl_ord_id: clientId, txid } = visit.params;
  return { account: accountOf(visit), clientId, id: textOf(clientId) === "" ? txid : undefined };
}

/** What an order is in words, as the answer to placing it has it. */
export function wordsFor({ type, volume, ordertype, price }: Asked, pair: unknown): string {
  const at = price === undefined ? "" : ` ${textOf(price)}`;
  return `${textOf(type)} ${textOf(volume)} ${textOf(pair)} @ ${textOf(ordertype)}${at}`;
}

function described({ asked, clientId, isOpen, placedAtMs }: HeldOrder): unknown {
  const { pair, type, ordertype, volume, price = "0" } = asked;
  return {
    refid: null,
    userref: null,
    ...(clientId !== "" && { cl_ord_id: clientId }),
    status: isOpen ? "open" : "canceled",
    opentm: placedAtMs / 1_000,
    starttm: 0,
    expiretm: 0,
    descr: {
      pair,
      type,
      ordertype,
      price,
      price2: "0",
      leverage: "none",
      order: wordsFor(asked, pair),
      close: "",
    },
    vol: volume,
    vol_exec: "0.00000000",
    cost: "0.00000",
    fee: "0.00000",
    price: "0.00000",
    stopprice: "0.00000",
    limitprice: "0.00000",
    misc: "",
    oflags: "fciq",
  };
}

/** Whether an order waits in the book. */
export function rests({ ordertype, timeinforce }: Asked): boolean {
  return ordertype !== "market" && timeinforce !== "IOC" && timeinforce !== "FOK";
}
