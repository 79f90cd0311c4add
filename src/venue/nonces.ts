/** Numbers that only grow, for exchanges that take each one once. */

/** Of so many keys the last number is remembered. */
const keysMax = 10_000;

/**
 * A source of nonces, as a venue's signer keeps one: for each key the exchange's time, and always more than
 * the last. `perMs` is 1 for ms, 1_000 for us.
 */
export function nonces(perMs = 1): (apiKey: string, serverTimeMs: number) => number {
  const last = new Map<string, number>();
  return (apiKey, serverTimeMs) => {
    const nonce = Math.max(Math.floor(serverTimeMs * perMs), (last.get(apiKey) ?? 0) + 1);
    // The one that was used last is forgotten last.
    last.delete(apiKey);
    last.set(apiKey, nonce);
    const [oldest] = last.keys();
    if (last.size > keysMax && oldest !== undefined) last.delete(oldest);
    return nonce;
  };
}
