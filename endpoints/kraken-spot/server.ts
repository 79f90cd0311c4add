/**
 * Kraken's server side, as far as a bot meets it: its limits, its signature, its every no. Its numbers are
 * written a second time, from the documentation and not from `index.ts`.
 */
import { createHash, createHmac } from "node:crypto";
import { defineServer } from "headgate/emulator";
import type { ServerAccount, ServerOptions, ServerSide, Visit } from "headgate/emulator";
import { Desk } from "./server-desk.ts";
import { pools } from "./server-limits.ts";
import type { Pool, Tier } from "./server-limits.ts";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";
import { routes } from "./server-routes.ts";

export { refusals } from "./server-refusals.ts";

/** Makes Kraken's server side. */
export function serverSide({
  tier = "starter",
  ...options
}: ServerOptions & Readonly<{ tier?: Tier }> = {}): ServerSide {
  const desk = new Desk();
  const isNew = newNonces();
  return defineServer<Pool, No>(
    {
      pools: pools(tier, desk),
      routes: routes(desk),
      refusals,
      keyOf: ({ request }) => request.headers["api-key"],
      checkSignature: (visit, account) => wrongWith(visit, account, isNew),
      withoutKey: "key",
      notFound: { status: 200, headers: {}, body: '{"error":["EGeneral:Unknown method"]}' },
    },
    options,
  );
}

/** https://docs.kraken.com/api/docs/guides/spot-rest-auth, read 2026-11. */
function wrongWith(
  { request, params }: Visit,
  { name, secret }: ServerAccount,
  isNew: (name: string, nonce: number) => boolean,
): No | undefined {
  const nonce = String(params["nonce"]);
  const digest = createHash("sha256").update(`${nonce}${request.body}`).digest();
  const expected = createHmac("sha512", Buffer.from(secret, "base64"))
    .update(request.path)
    .update(digest)
    .digest("base64");
  if (request.headers["api-sign"] !== expected) return "signature";
  return isNew(name, Number(nonce)) ? undefined : "nonce";
}

/** Keys with a nonce window, as a bot needs them: a late nonce is good for a second, and each but once. */
function newNonces(): (name: string, nonce: number) => boolean {
  const windowUs = 1_000_000;
  const known = new Map<string, Readonly<{ highest: number; used: Set<number> }>>();
  return (name, nonce) => {
    const { highest, used } = known.get(name) ?? { highest: 0, used: new Set() };
    if (!(nonce > highest - windowUs) || used.has(nonce)) return false;
    for (const old of used) if (old <= highest - windowUs) used.delete(old);
    used.add(nonce);
    known.set(name, { highest: Math.max(highest, nonce), used });
    return true;
  };
}
