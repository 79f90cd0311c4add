/**
 * OKX's server side, as far as a bot meets it: its limits, its signature, its every no.
 * Its numbers are written a second time, from the documentation and not from `index.ts`.
 */
import { createHmac } from "node:crypto";
import { defineServer } from "headgate/emulator";
import type { ServerAccount, ServerOptions, ServerSide, Visit } from "headgate/emulator";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";
import { pools, routes } from "./server-routes.ts";
import type { Pool } from "./server-routes.ts";

export { refusals } from "./server-refusals.ts";

/** Makes OKX's server side, for accounts whose fill ratio grants them no more than others. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<Pool, No>(
    {
      pools: pools(),
      routes: routes(),
      refusals,
      keyOf: ({ request }) => request.headers["ok-access-key"],
      checkSignature,
      withoutKey: "wrongSign",
      notFound: { status: 404, headers: {}, body: "" },
    },
    options,
  );
}

/** https://www.okx.com/docs-v5/en/#overview-rest-authentication-signature, read 2026-11. */
function checkSignature({ request, nowMs }: Visit, account: ServerAccount): No | undefined {
  const { headers, method, path, query, body } = request;
  const timestamp = headers["ok-access-timestamp"] ?? "";
  // oxlint-disable-next-line eslint/no-restricted-globals -- It reads a text and no clock.
  if (!(Math.abs(Date.parse(timestamp) - nowMs) <= 30_000)) return "expired";
  const payload = `${timestamp}${method}${path}${query === "" ? "" : `?${query}`}${body}`;
  const expected = createHmac("sha256", account.secret).update(payload).digest("base64");
  const isTheirs = headers["ok-access-passphrase"] === account.passphrase;
  return headers["ok-access-sign"] === expected && isTheirs ? undefined : "wrongSign";
}
