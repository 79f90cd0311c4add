/**
 * Gemini's server side, as far as a bot meets it: one call per interval, five more are held. Its numbers are
 * written a second time, from the documentation and not from `index.ts`.
 *
 *     https://developer.gemini.com/rate-limit,
 *     https://developer.gemini.com/error-codes, read 2026-11.
 */
import { createHmac } from "node:crypto";
import { defineServer, evenSpacing } from "headgate/emulator";
import type {
  ServerAccount,
  ServerOptions,
  ServerPool,
  ServerRefusal,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { z } from "zod";
import { ofAccount, open, placing } from "./server-answers.ts";

/** Every no of Gemini. */
export const refusals = {
  rateLimit: no(429, "RateLimit", "quota"),
  maintenance: no(503, "Maintenance", "overload"),
  nonce: no(400, "InvalidNonce", "timestamp"),
  signature: no(400, "InvalidSignature", "credentials"),
  unknownOrder: no(404, "OrderNotFound", "request"),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;
type Pool = "public" | "private";
type Route = ServerRoute<Pool, No>;

function no<Kind extends ServerRefusal["kind"]>(status: number, reason: string, kind: Kind) {
  const body = { result: "error", reason, message: reason };
  return { status, body, kind, executed: "no" } as const;
}

function spaced(intervalMs: number, whose: (visit: Visit) => string): ServerPool<No> {
  const model = evenSpacing({ intervalMs, queueMax: 5 });
  return { model, max: 5, windowMs: intervalMs, whose, refusal: "rateLimit" };
}

function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  for (const [name, answer] of Object.entries(open))
    all[`GET ${name}`] = { takes: { public: 1 }, answer };
  for (const [name, answer] of Object.entries(ofAccount))
    all[`POST ${name}`] = { takes: { private: 1 }, signed: true, answer };
  for (const [name, answer] of Object.entries(placing())) {
    const asked = (visit: Visit): unknown => answer(payloadOf(visit.request.headers), visit);
    all[`POST ${name}`] = { takes: { private: 1 }, signed: true, answer: asked };
  }
  return all;
}

/** Makes Gemini's server side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  const used = new Map<string, Set<number>>();
  return defineServer<Pool, No>(
    {
      pools: {
        public: spaced(500, ({ request }) => request.ip),
        private: spaced(100, ({ caller }) => caller?.name ?? ""),
      },
      routes: routes(),
      refusals,
      keyOf: ({ request }) => request.headers["x-gemini-apikey"],
      checkSignature: (visit, account) => wrongWith(visit, account, used),
      withoutKey: "signature",
      notFound: {
        status: 404,
        headers: {},
        body: '{"result":"error","reason":"EndpointNotFound"}',
      },
    },
    options,
  );
}

const payload = z.looseObject({ request: z.string(), nonce: z.number() });

function payloadOf(headers: Visit["request"]["headers"]): z.output<typeof payload> {
  const sent = headers["x-gemini-payload"] ?? "";
  return payload.parse(JSON.parse(Buffer.from(sent, "base64").toString()));
}

/** Nonces come once; whether they must grow is not looked at, since calls overtake each other. */
function wrongWith(
  { request }: Visit,
  { name, secret }: ServerAccount,
  used: Map<string, Set<number>>,
): No | undefined {
  const { headers, path, body } = request;
  const sent = headers["x-gemini-payload"] ?? "";
  const expected = createHmac("sha384", secret).update(sent).digest("hex");
  if (headers["x-gemini-signature"] !== expected || body !== "") return "signature";
  const asked = payloadOf(headers);
  if (asked.request !== path) return "signature";
  const known = used.get(name) ?? new Set();
  if (known.has(asked.nonce)) return "nonce";
  used.set(name, known.add(asked.nonce));
  return undefined;
}
