/** What all clients of one exchange over one ledger have in common, as they have its buckets. */
import type { Ledger } from "../ledger/ledger.ts";

/** Makes one for each ledger and exchange, when it is first asked for. */
export function sharedBy<T>(make: (ledger: Ledger) => T): (ledger: Ledger, exchange: string) => T {
  const known = new WeakMap<Ledger, Map<string, T>>();
  return (ledger, exchange) => {
    const exchanges = known.get(ledger) ?? new Map<string, T>();
    known.set(ledger, exchanges);
    const one = exchanges.get(exchange) ?? make(ledger);
    exchanges.set(exchange, one);
    return one;
  };
}
