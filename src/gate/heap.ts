/** A binary heap: the smallest first; to add, to take, to move and to remove any item are O(log n). */

/** Where an item stands in a heap: -1 outside. An item that is in several has a seat for each. */
export type Seat = { index: number };

export class Heap<Item> {
  readonly #before: (a: Item, b: Item) => boolean;
  readonly #seatOf: (item: Item) => Seat;
  readonly #items: Item[] = [];

  constructor(before: (a: Item, b: Item) => boolean, seatOf: (item: Item) => Seat) {
    this.#before = before;
    this.#seatOf = seatOf;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  get size(): number {
    return this.#items.length;
  }

  /** Adds an item, or puts one that is in it where it belongs by now. */
  put(item: Item): void {
    const seat = this.#seatOf(item);
    if (seat.index < 0) seat.index = this.#items.push(item) - 1;
    this.#sink(item, this.#rise(item, seat.index));
  }

  take(): Item | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Does nothing to an item that is not in it. */
  remove(item: Item): void {
    const seat = this.#seatOf(item);
    const { index } = seat;
    if (index < 0) return;
    seat.index = -1;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#items[index] = last;
    this.#seatOf(last).index = index;
    this.#sink(last, this.#rise(last, index));
  }

  /** Visits the items, each before those behind it; none of those behind one that `visit` says no to. */
  walk(visit: (item: Item) => boolean, from = 0): void {
    const item = this.#items[from];
    if (item === undefined || !visit(item)) return;
    this.walk(visit, 2 * from + 1);
    this.walk(visit, 2 * from + 2);
  }

  #rise(item: Item, from: number): number {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = this.#items[parent];
      if (above === undefined || !this.#before(item, above)) break;
      this.#seat(above, index);
      index = parent;
    }
    if (index !== from) this.#seat(item, index);
    return index;
  }

  #sink(item: Item, from: number): void {
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      let below = this.#items[child];
      const right = this.#items[child + 1];
      if (right !== undefined && below !== undefined && this.#before(right, below)) {
        child += 1;
        below = right;
      }
      if (below === undefined || !this.#before(below, item)) break;
      this.#seat(below, index);
      index = child;
    }
    if (index !== from) this.#seat(item, index);
  }

  #seat(item: Item, index: number): void {
    this.#items[index] = item;
    this.#seatOf(item).index = index;
  }
}
