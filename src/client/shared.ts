/** What all clients of one exchange over one ledger have in common, as they have its buckets. */
import type { AnyLedger } from "../ledger/ledger.ts";

/** Makes one for each ledger and exchange, when it is first asked for. */
export function sharedBy<T>(
  make: (ledger: AnyLedger, exchange: string) => T,
): (ledger: AnyLedger, exchange: string) => T {
  const known = new WeakMap<AnyLedger, Map<string, T>>();
  return (ledger, exchange) => {
    const exchanges = known.get(ledger) ?? new Map<string, T>();
    known.set(ledger, exchanges);
    const one = exchanges.get(exchange) ?? make(ledger, exchange);
    exchanges.set(exchange, one);
    return one;
  };
}
