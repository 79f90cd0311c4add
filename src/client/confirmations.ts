/** Orders whose fate somebody learns from elsewhere, and those who wait for it. */
import { clientIdOf } from "./waiting-orders.ts";
import type { Caller, Prepared } from "./prepare.ts";

/** What is told of orders from elsewhere, by a socket for instance, to those who wait to learn their fate. */
export class Confirmations {
  readonly #expected = new Map<string, Set<(data: unknown) => void>>();

  /** Calls back when the order of this call is confirmed. Returns the way out. */
  expect(call: Prepared, confirmed: (data: unknown) => void): () => void {
    const key = keyOf(call.name, call.caller, clientIdOf(call));
    const known = this.#expected.get(key) ?? new Set();
    this.#expected.set(key, known.add(confirmed));
    return () => {
      known.delete(confirmed);
      if (known.size === 0 && this.#expected.get(key) === known) this.#expected.delete(key);
    };
  }

  /** True where somebody waited for it. */
  confirm(
    of: Readonly<{ name: string; caller: Caller; clientId: string }>,
    data: unknown,
  ): boolean {
    const expected = this.#expected.get(keyOf(of.name, of.caller, of.clientId)) ?? new Set();
    for (const confirmed of expected) confirmed(data);
    return expected.size > 0;
  }
}

function keyOf(name: string, caller: Caller, clientId: string | undefined): string {
  return JSON.stringify([name, caller?.name, clientId]);
}
