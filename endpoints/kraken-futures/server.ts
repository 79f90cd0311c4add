/**
 * Kraken Futures' server side, as far as a bot meets it. Its numbers are written a second time, from the
 * documentation and not from `index.ts`. How the window of the budget lies is not published: the last ten
 * seconds at every instant are the strictest.
 *
 *     https://docs.kraken.com/exchange/guides/futures/ratelimits.md, read 2026-11.
 */
import { createHash, createHmac } from "node:crypto";
import { defineServer, rollingLog, tokenBucket } from "headgate/emulator";
import type {
  ServerAccount,
  ServerOptions,
  ServerRefusal,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { routes } from "./server-routes.ts";
import type { Pool } from "./server-routes.ts";

/** Every no of Kraken Futures. Which status an exceeded limit has is not published. */
export const refusals = {
  limitExceeded: no(200, "apiLimitExceeded", "quota"),
  limitExceededByStatus: no(429, "apiLimitExceeded", "quota"),
  authentication: no(200, "authenticationError", "credentials"),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;

function no<Kind extends ServerRefusal["kind"]>(status: number, error: string, kind: Kind) {
  const body = { result: "error", error, serverTime: "2026-11-01T00:00:00.000Z" };
  return { status, body, kind, executed: "no" } as const;
}

/** Makes Kraken Futures' server side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  const ofAccount = {
    whose: ({ caller }: Visit) => caller?.name ?? "",
    refusal: "limitExceeded",
  } as const;
  return defineServer<Pool, No>(
    {
      pools: {
        budget: {
          ...ofAccount,
          model: rollingLog({ max: 500, windowMs: 10_000 }),
          max: 500,
          windowMs: 10_000,
        },
        history: {
          ...ofAccount,
          model: tokenBucket({ max: 100, refillPerSecond: 100 / 600 }),
          max: 100,
          windowMs: 600_000,
        },
      },
      routes: routes(),
      refusals,
      keyOf: ({ request }) => request.headers["apikey"],
      checkSignature,
      withoutKey: "authentication",
      notFound: { status: 404, headers: {}, body: '{"result":"error","error":"notFound"}' },
    },
    options,
  );
}

/** https://docs.kraken.com/api/docs/guides/futures-rest, read 2026-11. */
function checkSignature({ request }: Visit, { secret }: ServerAccount): No | undefined {
  const { headers, path, query, body } = request;
  const endpointPath = path.startsWith("/derivatives") ? path.slice("/derivatives".length) : path;
  const digest = createHash("sha256")
    .update(`${query}${body}${headers["nonce"] ?? ""}${endpointPath}`)
    .digest();
  const expected = createHmac("sha512", Buffer.from(secret, "base64"))
    .update(digest)
    .digest("base64");
  return headers["authent"] === expected ? undefined : "authentication";
}
