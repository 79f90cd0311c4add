/** What can be listened to, typed. A listener that throws harms nobody but itself. */
import type { Level } from "./limits/bucket.ts";

/** A call that costs something else than was declared: what the exchange's own figures show. */
export type Drift = Readonly<{
  endpoint: string;
  limit: string;
  /** The weight that its declaration gives to such a call. */
  declared: number;
  /** What the exchange counts instead, charged from now on. */
  observed: number;
}>;

export type Events = {
  /** A limit shrank after a refusal. */
  shrink: Level;
  /** Nothing goes through a limit or a scope for a while. */
  block: Level;
  /** A request goes on the wire; nothing does without one of these. */
  send: Readonly<{
    endpoint: string;
    attempt: number;
    account: string | undefined;
    egress: string;
  }>;
  /** A declared weight is not what the exchange counts; each figure is said once. */
  drift: Drift;
  /** The shared ledger cannot be reached: from now on this process lives on its own part of every limit. */
  "ledger-lost": Readonly<{ message: string }>;
  /** It can, and what was used meanwhile is accounted for. */
  "ledger-back": Readonly<{ message: string }>;
  /** Something about the configuration that a person should know; each is said once. */
  notice: Readonly<{ message: string }>;
};

export type EventName = keyof Events;

type Listeners = { [Name in EventName]?: Set<(event: Events[Name]) => void> };

export class Emitter {
  readonly #listeners: Listeners = {};
  readonly #said = new Set<string>();

  /** Calls back at each event of that name. Returns the way out. */
  on<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const listeners: Set<(event: Events[Name]) => void> = this.#listeners[name] ?? new Set();
    listeners.add(listener);
    Object.assign(this.#listeners, { [name]: listeners });
    return () => void listeners.delete(listener);
  }

  emit<Name extends EventName>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners[name] ?? []) {
      try {
        listener(event);
      } catch (error) {
        // It surfaces where uncaught errors do, and what emitted goes on.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** A notice that is not repeated. */
  sayOnce(message: string): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    this.emit("notice", { message });
  }
}
