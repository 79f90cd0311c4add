/** A binary heap: the smallest first, O(log n) to add and to take. */
export class Heap<Item> {
  readonly #before: (a: Item, b: Item) => boolean;
  readonly #items: Item[] = [];

  constructor(before: (a: Item, b: Item) => boolean) {
    this.#before = before;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    let index = this.#items.length;
    this.#items.push(item);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = this.#items[parent];
      if (above === undefined || !this.#before(item, above)) break;
      this.#items[index] = above;
      this.#items[parent] = item;
      index = parent;
    }
  }

  take(): Item | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  #sink(item: Item): void {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      let below = this.#items[child];
      const right = this.#items[child + 1];
      if (right !== undefined && below !== undefined && this.#before(right, below)) {
        child += 1;
        below = right;
      }
      if (below === undefined || !this.#before(below, item)) break;
      this.#items[index] = below;
      index = child;
    }
    this.#items[index] = item;
  }
}
