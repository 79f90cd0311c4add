/** Who is told of each request that a server side has counted. */
import type { Counted, ServerSide } from "./emulator.ts";

export type Witnesses = Pick<ServerSide, "onCounted"> & Readonly<{ tell(counted: Counted): void }>;

export function witnesses(): Witnesses {
  const listeners = new Set<(counted: Counted) => void>();
  return {
    onCounted(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(counted) {
      for (const listener of listeners) listener(counted);
    },
  };
}
