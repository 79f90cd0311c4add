/**
 * Bybit's server side, as far as a bot meets it: its limits, its headers, its signature, its every no.
 * Its numbers are written a second time, from the documentation and not from `index.ts`.
 */
import { createHmac } from "node:crypto";
import { defineServer } from "headgate/emulator";
import type {
  PoolStates,
  ServerAccount,
  ServerOptions,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { ofAddress } from "./server-limits.ts";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";
import { routes } from "./server-routes.ts";

export { refusals } from "./server-refusals.ts";

/** Makes Bybit's server side, for accounts without a VIP tier. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<"ip", No>(
    {
      pools: { ip: ofAddress() },
      main: "ip",
      routes: routes(),
      refusals,
      keyOf: ({ request }) => request.headers["x-bapi-api-key"],
      checkSignature,
      withoutKey: "wrongSignature",
      notFound: { status: 404, headers: {}, body: "" },
      headers: limitHeaders,
    },
    options,
  );
}

/** What is left of the endpoint's own limit; the reset is the present where nothing is exceeded. */
function limitHeaders({ nowMs }: Visit, { own }: PoolStates): Readonly<Record<string, string>> {
  if (own === undefined) return {};
  return {
    "X-Bapi-Limit": String(own.max),
    "X-Bapi-Limit-Status": String(Math.max(0, own.max - own.used)),
    "X-Bapi-Limit-Reset-Timestamp": String(nowMs),
  };
}

/** https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/guide.mdx, read 2026-11. */
function checkSignature({ request, nowMs }: Visit, { secret }: ServerAccount): No | undefined {
  const { headers, method, query, body } = request;
  const [timestamp = "", windowMs = "5000"] = [
    headers["x-bapi-timestamp"],
    headers["x-bapi-recv-window"],
  ];
  const sentMs = Number(timestamp);
  if (!(sentMs >= nowMs - Number(windowMs) && sentMs < nowMs + 1_000)) return "requestTime";
  const payload = `${timestamp}${headers["x-bapi-api-key"] ?? ""}${windowMs}${method === "GET" ? query : body}`;
  const expected = createHmac("sha256", secret).update(payload).digest("hex");
  return headers["x-bapi-sign"] === expected ? undefined : "wrongSignature";
}
