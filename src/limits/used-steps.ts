/**
 * How far an exchange's used figure went up with each call. Within one window figures rise in the order
 * in which it counted, so sorted by size they are in that order, whatever order the answers came in:
 *
 *     20  40  60  ...   the step to each is what that call took, and what was counted in between
 *
 * In between is somebody else's use, or a call of ours that has not been answered: a step is told when no
 * call that could stand before it is still open. What it holds of others makes it too high, never too low.
 */

/** A call on its way, by its place in the order of what happened here. */
export type Sending = Readonly<{ sentAt: number }>;

/** What one call's figure was above the one before it. */
export type Step<Tag> = Readonly<{
  tag: Tag;
  by: number;
  /** Sent after the figure before it had come: the two are no others' in between by accident of order. */
  ordered: boolean;
}>;

type Figure<Tag> = Readonly<{
  tag: Tag | undefined;
  used: number;
  sentAt: number;
  receivedAt: number;
  /** Of a call that was on its way when a window turned: it stands here, or in the window that is over. */
  perhaps: boolean;
}>;

/** One call that hangs must not hold any number of others. */
const figuresMax = 256;

export class UsedSteps<Tag> {
  #count = 0;
  /** In the order in which they were sent. */
  readonly #open = new Set<Sending>();
  /** From low to high; what stands before the first of them is told, or not known. */
  #figures: Figure<Tag>[] = [];
  #before: Figure<Tag> | undefined;
  /** Figures of calls sent before it may be of a window that is over. */
  #turnedAt = 0;

  sent(): Sending {
    this.#count += 1;
    const sending = { sentAt: this.#count };
    this.#open.add(sending);
    return sending;
  }

  /** Ended, however it did. Returns the steps that nothing can change any more. */
  ended(sending: Sending): readonly Step<Tag>[] {
    this.#open.delete(sending);
    const [oldest] = this.#open;
    const steps: Step<Tag>[] = [];
    for (let next = this.#figures[0]; next !== undefined; next = this.#figures[0]) {
      const answered = oldest === undefined || next.receivedAt < oldest.sentAt;
      // With nothing above it, it stands in nobody's way yet.
      const ripe = answered && !(next.perhaps && this.#figures.every(({ perhaps }) => perhaps));
      if (!ripe && this.#figures.length <= figuresMax) break;
      this.#figures.shift();
      const { tag, used, sentAt } = next;
      const before = this.#before;
      // Across a call that perhaps stands in between nothing is told.
      this.#before = next.perhaps ? undefined : next;
      if (tag === undefined || before === undefined || next.perhaps) continue;
      steps.push({ tag, by: used - before.used, ordered: before.receivedAt < sentAt });
    }
    return steps;
  }

  /** The used figure in its answer. Without a tag it only stands before others. */
  answered({ sentAt }: Sending, used: number, tag?: Tag): void {
    this.#count += 1;
    const perhaps = sentAt < this.#turnedAt;
    const figure = { tag, used, sentAt, receivedAt: this.#count, perhaps };
    // Answers come nearly in the order of counting: its place is near the end.
    const after = this.#figures.findLastIndex((one) => one.used < used);
    const rest = this.#figures.slice(after + 1);
    if (this.#before !== undefined) rest.push(this.#before);
    // What was counted later and is not higher, or as high as another, is of another window.
    const turned = rest.some(
      (one) => !one.perhaps && (one.used === used || (one.receivedAt < sentAt && one.used > used)),
    );
    if (turned && !perhaps) {
      this.#turnedAt = this.#count;
      this.#before = undefined;
      this.#figures = [figure];
      return;
    }
    this.#figures.splice(after + 1, 0, figure);
  }
}
