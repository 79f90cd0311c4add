/**
 * The orders at a server side: whose each is, by the exchange's id and by the client's own. Nothing fills
 * there; an order is open until it is cancelled, or was never in the book.
 */

/** One order as the exchange has it. */
export type HeldOrder = Readonly<{
  id: string;
  /** The client's own name for it; empty where it gave none. */
  clientId: string;
  account: string;
  placedAtMs: number;
  changedAtMs: number;
  isOpen: boolean;
  /** The parameters that it was placed with, those of an amendment over them. */
  asked: Readonly<Record<string, unknown>>;
}>;

/** How a call names an order: by either of its ids. */
export type OrderName = Readonly<{ account: string; id?: unknown; clientId?: unknown }>;

/** Which orders: what is not said, or `undefined`, may be anything. */
type Wanted = Readonly<{
  isOpen?: boolean | undefined;
  id?: unknown;
  clientId?: unknown;
  asked?: Readonly<Record<string, unknown>>;
}>;

/** Of twice as many the older half is forgotten: one at a time would take long to find. */
const maxOrders = 10_000;

export class Orders {
  readonly #idOf: (count: number) => string;
  readonly #byId = new Map<string, HeldOrder>();
  readonly #byClient = new Map<string, string>();
  #count = 0;

  /** `idOf` makes the id of an order, which is the first, the second and so on. */
  constructor(idOf: (count: number) => string = String) {
    this.#idOf = idOf;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** `clientId` may be missing, or a number. */
  place(
    order: Omit<HeldOrder, "id" | "clientId" | "changedAtMs" | "isOpen"> &
      Readonly<{ clientId?: unknown; isOpen?: boolean }>,
  ): HeldOrder {
    this.#count += 1;
    const id = this.#idOf(this.#count);
    const clientId = textOf(order.clientId);
    const placed = { isOpen: true, ...order, id, clientId, changedAtMs: order.placedAtMs };
    this.#byId.set(id, placed);
    if (clientId !== "") this.#byClient.set(clientKey(placed), id);
    if (this.#byId.size >= 2 * maxOrders) this.#forget();
    return placed;
  }

  #forget(): void {
    for (const oldest of this.#byId.values()) {
      if (this.#byId.size <= maxOrders) break;
      this.#byId.delete(oldest.id);
      if (this.#byClient.get(clientKey(oldest)) === oldest.id) {
        this.#byClient.delete(clientKey(oldest));
      }
    }
  }

  /** The order that a call names. */
  named({ account, id, clientId }: OrderName): HeldOrder | undefined {
    const own = textOf(clientId);
    const wanted = textOf(id) || this.#byClient.get(clientKey({ account, clientId: own }));
    const order = wanted === undefined ? undefined : this.#byId.get(wanted);
    return order?.account === account ? order : undefined;
  }

  /** Gives an open order other parameters. */
  amend(name: OrderName, asked: HeldOrder["asked"], nowMs: number): HeldOrder | undefined {
    return this.#change(name, nowMs, (order) => ({ asked: { ...order.asked, ...asked } }));
  }

  /** Closes an open order. */
  cancel(name: OrderName, nowMs: number): HeldOrder | undefined {
    return this.#change(name, nowMs, () => ({ isOpen: false }));
  }

  /** Those of an account that are as wanted, the newest first. */
  of(account: string, wanted: Wanted = {}): readonly HeldOrder[] {
    return [...this.#byId.values()]
      .filter((order) => order.account === account && isWanted(order, wanted))
      .toReversed();
  }

  #change(
    name: OrderName,
    nowMs: number,
    change: (order: HeldOrder) => Partial<HeldOrder>,
  ): HeldOrder | undefined {
    const order = this.named(name);
    if (order === undefined || !order.isOpen) return undefined;
    const changed = { ...order, ...change(order), changedAtMs: nowMs };
    this.#byId.set(order.id, changed);
    return changed;
  }
}

function isWanted(order: HeldOrder, { asked = {}, ...wanted }: Wanted): boolean {
  const { isOpen, id, clientId } = order;
  const pairs = [
    [wanted.isOpen, isOpen],
    [wanted.id, id],
    [wanted.clientId, clientId],
    ...Object.entries(asked).map(([name, value]) => [value, order.asked[name]]),
  ];
  return pairs.every(([value, has]) => value === undefined || value === has);
}

/** An id as text; nothing where there is none. */
function textOf(id: unknown): string {
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

function clientKey({ account, clientId }: Pick<HeldOrder, "account" | "clientId">): string {
  return `${account}:${clientId}`;
}
