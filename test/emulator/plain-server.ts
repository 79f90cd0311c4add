/** The least server side there is, to test what lies around one: it counts and echoes. */
import { FixedWindows } from "headgate/emulator";
import type { Counted, ServerRequest, ServerSide } from "headgate/emulator";

export type PlainServer = ServerSide & { readonly seen: Array<ServerRequest & { nowMs: number }> };

export function plainServer(max = 1_000, windowMs = 60_000): PlainServer {
  const windows = new FixedWindows(windowMs);
  const listeners = new Set<(counted: Counted) => void>();
  const seen: PlainServer["seen"] = [];
  return {
    seen,
    limit: { max, windowMs },
    handle(request, nowMs) {
      seen.push({ ...request, nowMs });
      const { used, windowStartMs } = windows.take(request.ip, 1, nowMs);
      const { method, path, ip } = request;
      const outcome = used > max ? "refused" : "accepted";
      const counted = {
        method,
        path,
        ip,
        weight: 1,
        used,
        outcome,
        atMs: nowMs,
        windowStartMs,
      } as const;
      for (const listener of listeners) listener(counted);
      const { query, body } = request;
      return {
        status: used > max ? 429 : 200,
        headers: { "X-Used": String(used) },
        body: JSON.stringify({ method, path, query, body, ip }),
      };
    },
    useByOthers: (ip, weight, nowMs) => void windows.take(ip, weight, nowMs),
    onCounted(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
