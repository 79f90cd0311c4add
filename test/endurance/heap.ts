/** Bytes that are held, at several instants. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  if (typeof found !== "function") throw new Error("Garbage cannot be collected here.");
  return () => void found();
}

let collect: (() => void) | undefined;

/** Once all garbage is gone, those of typed arrays with them. */
export function heldBytes(): number {
  collect ??= collector();
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
