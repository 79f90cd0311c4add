/**
 * Callers who ask for everything at once: calls of every priority, alone or shared, groups at the bare gate,
 * which are aborted, withdrawn or late; while limits change, and the client is closed and made anew.
 */
import type {
  CallOptions,
  Client,
  MemoryLedger,
  Permit,
  Priority,
  VirtualClock,
  WaitOptions,
} from "headgate";
import type { toy } from "../support/client-venue.ts";

export const account = "maker";

type Toy = Client<typeof toy>;

/** One is below what the heaviest call weighs. */
const maxes = [8, 60, 100, 300, 2_000] as const;
const priorities = ["urgent", "high", "normal", "low"] as const satisfies readonly Priority[];

/** Of the calls these: a limit changes, a group is withdrawn, the client is closed. */
const changeShare = 0.001;
const withdrawShare = 0.01;
const closeShare = 0.0005;

export class Load {
  /** How calls ended: `ok`, or the error's code. */
  readonly ends: Record<string, number> = {};
  begun = 0;
  pending = 0;
  /** How often each of what disturbs them happened. */
  readonly happened = { changes: 0, groupsWithdrawn: 0, closes: 0 };
  client: Toy;
  readonly #clock: VirtualClock;
  readonly #ledger: MemoryLedger;
  readonly #random: () => number;
  readonly #open: () => Toy;

  constructor(
    of: Readonly<{
      clock: VirtualClock;
      ledger: MemoryLedger;
      random: () => number;
      /** Another client over the same buckets. */
      open: () => Toy;
    }>,
  ) {
    this.#clock = of.clock;
    this.#ledger = of.ledger;
    this.#random = of.random;
    this.#open = of.open;
    this.client = of.open();
  }

  /** One caller: the next call begins when the last one has ended. */
  async caller(calls: number): Promise<void> {
    while (this.begun < calls) {
      this.begun += 1;
      this.pending += 1;
      const end = await this.#ending();
      this.ends[end] = (this.ends[end] ?? 0) + 1;
      this.pending -= 1;
      this.#disturb();
    }
  }

  async #ending(): Promise<string> {
    const random = this.#random;
    const controller = new AbortController();
    const abortMs = random() < 0.1 ? this.#clock.nowMs() + 1_500 * random() ** 2 : Infinity;
    const abort = this.#clock.at(abortMs, () => controller.abort(new Error("aborted")));
    const priority = this.#oneOf(priorities);
    const maxWaitMs = random() < 0.2 ? 500 * random() : 60_000;
    try {
      await this.#call({ priority, maxWaitMs, signal: controller.signal });
      return "ok";
    } catch (error) {
      return error instanceof Error && "code" in error ? String(error.code) : String(error);
    } finally {
      abort.cancel();
    }
  }

  #call(options: CallOptions): PromiseLike<unknown> {
    const { client } = this;
    const dice = this.#random();
    const symbol = dice < 0.1 ? "A" : "B";
    if (dice < 0.5) return client.book({ symbol, limit: 1 }, { ...options, coalesce: dice < 0.3 });
    if (dice < 0.6) return client.status({}, options);
    if (dice < 0.7) return client.balance({}, options);
    const id = `${this.begun % 5}`;
    if (dice < 0.75) return this.#group({ ...options, id: `group ${id}` });
    return dice < 0.9
      ? client.order({ symbol, id }, options)
      : client.cancel({ symbol, id }, options);
  }

  /** Legs that go together; each comes back when and as it likes. */
  async #group(options: WaitOptions): Promise<void> {
    const { gate } = this.client;
    const leg = gate.price({ weight: 2, orders: 1 }, { ip: "default", account });
    const permits = await gate.acquireGroup([leg, leg, leg], options);
    await Promise.all(permits.map((permit) => this.#end(permit)));
  }

  async #end(permit: Permit): Promise<void> {
    await this.#clock.sleep(200 * this.#random());
    const dice = this.#random();
    if (dice < 0.8) permit.settle();
    else if (dice < 0.9) permit.lose();
    else permit.release();
  }

  #disturb(): void {
    if (this.#random() < changeShare) this.#change();
    if (this.#random() < withdrawShare && this.client.gate.withdraw(`group ${this.begun % 5}`)) {
      this.happened.groupsWithdrawn += 1;
    }
    if (this.#random() < closeShare) void this.#reopen();
  }

  /** The exchange changes a limit. */
  #change(): void {
    // Others only ever block.
    const limited = this.client.gate.levels().filter(({ max }) => max < Infinity);
    const [limitKey] = this.#oneOf(limited).key.split("|");
    if (limitKey === undefined) return;
    this.#ledger.adopt({ limitKey, max: this.#oneOf(maxes), whose: {} });
    this.happened.changes += 1;
  }

  /** Who waits at the old one is told; what it has on the wire goes on. */
  async #reopen(): Promise<void> {
    const { client } = this;
    this.client = this.#open();
    this.happened.closes += 1;
    await client.close();
  }

  #oneOf<T>(all: readonly T[]): T {
    const one = all[Math.floor(all.length * this.#random())];
    if (one === undefined) throw new RangeError("There is nothing to choose from.");
    return one;
  }
}
