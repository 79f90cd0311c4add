/**
 * Who leaves when a signal aborts: one listener for each signal, however many follow it, and none when
 * the last of them has left.
 */
export class Aborts<Follower> {
  readonly #leave: (followers: readonly Follower[], reason: unknown) => void;
  readonly #followed = new WeakMap<
    AbortSignal,
    Readonly<{ followers: Set<Follower>; listener: () => void }>
  >();

  /** `leave` is told of all at once: none of them may take the place that another one gives up. */
  constructor(leave: (followers: readonly Follower[], reason: unknown) => void) {
    this.#leave = leave;
  }

  follow(signal: AbortSignal, follower: Follower): void {
    const known = this.#followed.get(signal);
    if (known !== undefined) {
      known.followers.add(follower);
      return;
    }
    const followers = new Set([follower]);
    const listener = (): void => {
      this.#followed.delete(signal);
      this.#leave([...followers], signal.reason);
    };
    this.#followed.set(signal, { followers, listener });
    signal.addEventListener("abort", listener, { once: true });
  }

  unfollow(signal: AbortSignal, follower: Follower): void {
    const known = this.#followed.get(signal);
    if (known === undefined || !known.followers.delete(follower)) return;
    if (known.followers.size > 0) return;
    this.#followed.delete(signal);
    signal.removeEventListener("abort", known.listener);
  }
}
