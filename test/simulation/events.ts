/** Virtual time: what is to happen, earliest first; of the same instant, what was planned first. */

type Event = Readonly<{ atMs: number; order: number; happen: () => void }>;

export class Events {
  readonly #heap: Event[] = [];
  #planned = 0;
  #nowMs = 0;

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Plans something for an instant; one that has passed is now. */
  at(atMs: number, happen: () => void): void {
    const event = { atMs: Math.max(atMs, this.#nowMs), order: this.#planned, happen };
    this.#planned += 1;
    const heap = this.#heap;
    let index = heap.length;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = event;
  }

  /** Lets everything happen that is planned before `untilMs`. */
  runUntil(untilMs: number): void {
    while (this.next(untilMs));
  }

  /** Lets the next event happen; false where none is planned before `untilMs`. */
  next(untilMs: number): boolean {
    const next = this.#heap[0];
    if (next === undefined || next.atMs >= untilMs) return false;
    this.#dropFirst();
    this.#nowMs = next.atMs;
    next.happen();
    return true;
  }

  #dropFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const takesRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = takesRight ? right : left;
      if (child === undefined || !isBefore(child, last)) break;
      heap[index] = child;
      index = 2 * index + (takesRight ? 2 : 1);
    }
    heap[index] = last;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
