/** What is published to all who share a Redis, as long as it can be heard. */
import { StoreError } from "./store-error.ts";
import type { Store } from "./store.ts";

export class Hearing {
  readonly #store: Store;
  readonly #channel: string;
  readonly #hear: (message: string) => void;
  readonly #leaving = new AbortController();
  #leave: (() => Promise<void>) | undefined;
  #isTrying = false;
  #isForbidden = false;

  constructor(of: Readonly<{ store: Store; channel: string; hear: (message: string) => void }>) {
    this.#store = of.store;
    this.#channel = of.channel;
    this.#hear = of.hear;
  }

  /** Nothing is heard. */
  get isDeaf(): boolean {
    return this.#leave === undefined;
  }

  /** Begins to listen, unless it does, or may not. */
  async begin(): Promise<void> {
    if (this.#isTrying || this.#isForbidden || !this.isDeaf) return;
    this.#isTrying = true;
    try {
      const { signal } = this.#leaving;
      this.#leave = await this.#store.subscribe(this.#channel, this.#hear, signal);
    } catch (error) {
      // Where it may not, it is not asked for again.
      this.#isForbidden = error instanceof StoreError && error.why === "not-allowed";
    }
    this.#isTrying = false;
  }

  async end(): Promise<void> {
    this.#leaving.abort();
    await this.#leave?.();
  }
}
