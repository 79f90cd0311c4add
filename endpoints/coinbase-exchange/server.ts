/**
 * Coinbase Exchange's server side, as far as a bot meets it. Its numbers are written a second time, from the
 * documentation and not from `index.ts`. How many orders are open is not looked at.
 *
 *     https://docs.cdp.coinbase.com/exchange/rest-api/rate-limits.md, read 2026-11.
 */
import { createHmac } from "node:crypto";
import { defineServer, tokenBucket } from "headgate/emulator";
import type {
  ServerAccount,
  ServerOptions,
  ServerPool,
  ServerRefusal,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { fills, ofProfile, open, placing } from "./server-answers.ts";

/** Every no of Coinbase Exchange. https://github.com/ccxt/ccxt/issues/6448; the public one by analogy. */
export const refusals = {
  private: no(429, "Private rate limit exceeded", "quota"),
  public: no(429, "Public rate limit exceeded", "quota"),
  key: no(401, "Invalid API Key", "credentials"),
  signature: no(401, "invalid signature", "credentials"),
  unknownOrder: no(404, "NotFound", "request"),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;
type Pool = "public" | "private" | "fills" | "loans";
type Route = ServerRoute<Pool, No>;

function no<Kind extends ServerRefusal["kind"]>(status: number, message: string, kind: Kind) {
  return { status, body: { message }, kind, executed: "no" } as const;
}

function bucket(max: number, refillPerSecond: number): ServerPool<No> {
  return {
    model: tokenBucket({ max, refillPerSecond }),
    max,
    windowMs: 1_000,
    whose: ({ caller }) => caller?.name ?? "",
    refusal: "private",
  };
}

function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  for (const [name, answer] of Object.entries(open)) all[name] = { takes: { public: 1 }, answer };
  const signed = (name: string, takes: Route["takes"], answer: Route["answer"]): void => {
    all[name] = { takes, answer, signed: true };
  };
  const { placed, shown } = placing();
  // Before the routes that take its name for an id.
  signed("GET /orders/client:{client_oid}", { private: 1 }, shown);
  for (const [name, answer] of Object.entries(ofProfile)) signed(name, { private: 1 }, answer);
  signed("POST /orders", { private: 1 }, placed);
  signed("GET /fills", { fills: 1 }, fills);
  signed("GET /loans", { loans: 1 }, () => []);
  return all;
}

/** Makes Coinbase Exchange's server side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<Pool, No>(
    {
      pools: {
        public: { ...bucket(15, 10), whose: ({ request }) => request.ip, refusal: "public" },
        private: bucket(30, 15),
        fills: bucket(20, 10),
        loans: bucket(10, 10),
      },
      routes: routes(),
      refusals,
      keyOf: ({ request }) => request.headers["cb-access-key"],
      checkSignature,
      withoutKey: "key",
      notFound: { status: 404, headers: {}, body: '{"message":"Route not found"}' },
    },
    options,
  );
}

/** https://docs.cdp.coinbase.com/exchange/rest-api/authentication, read 2026-11. */
function checkSignature(
  { request, nowMs }: Visit,
  { secret, passphrase }: ServerAccount,
): No | undefined {
  const { headers, method, path, query, body } = request;
  const timestamp = headers["cb-access-timestamp"] ?? "";
  if (!(Math.abs(nowMs / 1_000 - Number(timestamp)) <= 30)) return "signature";
  const asked = query === "" ? path : `${path}?${query}`;
  const expected = createHmac("sha256", Buffer.from(secret, "base64"))
    .update(`${timestamp}${method}${asked}${body}`)
    .digest("base64");
  const isRight = headers["cb-access-sign"] === expected;
  return isRight && headers["cb-access-passphrase"] === passphrase ? undefined : "signature";
}
