/**
 * Gate's server side, as far as a bot meets it: its limits, its headers, its signature, its every no.
 * Its numbers are written a second time, from the documentation and not from `index.ts`.
 */
import { createHash, createHmac } from "node:crypto";
import { defineServer } from "headgate/emulator";
import type {
  PoolStates,
  ServerAccount,
  ServerOptions,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";
import { pools, routes } from "./server-routes.ts";
import type { Pool } from "./server-routes.ts";

export { refusals } from "./server-refusals.ts";

/** Makes Gate's server side, for accounts below VIP 14. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<Pool, No>(
    {
      pools: pools(),
      routes: routes(),
      refusals,
      keyOf: ({ request }) => request.headers["key"],
      checkSignature,
      withoutKey: "wrongSignature",
      notFound: { status: 404, headers: {}, body: '{"label":"NOT_FOUND","message":""}' },
      headers: gatewayHeaders,
    },
    options,
  );
}

/** Of the one limit that the call took from; the reset is the present where nothing is exceeded. */
function gatewayHeaders({ nowMs }: Visit, states: PoolStates): Readonly<Record<string, string>> {
  const times = { "X-In-Time": `${nowMs}000`, "X-Out-Time": `${nowMs}000` };
  const [state] = Object.values(states);
  if (state === undefined) return times;
  return {
    ...times,
    "X-Gate-RateLimit-Requests-Remain": String(Math.max(0, state.max - state.used)),
    "X-Gate-RateLimit-Limit": String(state.max),
    "X-Gate-RateLimit-Reset-Timestamp": String(Math.floor(nowMs / 1_000)),
  };
}

/** https://www.gate.com/docs/developers/apiv4/en/#generate-api-key (copy of 2026-05-27), read 2026-11. */
function checkSignature({ request, nowMs }: Visit, { secret }: ServerAccount): No | undefined {
  const { headers, method, path, query, body } = request;
  const timestamp = headers["timestamp"] ?? "";
  if (!(Math.abs(Number(timestamp) - nowMs / 1_000) <= 60)) return "expired";
  const hash = createHash("sha512").update(body).digest("hex");
  const payload = [method, path, decodeURIComponent(query), hash, timestamp].join("\n");
  const expected = createHmac("sha512", secret).update(payload).digest("hex");
  return headers["sign"] === expected ? undefined : "wrongSignature";
}
