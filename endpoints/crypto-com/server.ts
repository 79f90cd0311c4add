/**
 * Crypto.com's server side, as far as a bot meets it. Its numbers are written a second time, from the
 * documentation and not from `index.ts`. How many orders are open is not looked at.
 *
 *     https://exchange-docs.crypto.com, read 2026-11.
 */
import { createHmac } from "node:crypto";
import { defineServer } from "headgate/emulator";
import type {
  ServerAccount,
  ServerOptions,
  ServerRefusal,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { routes } from "./server-routes.ts";

/** Every no of Crypto.com; 10006 is that of the version before. */
export const refusals = {
  tooMany: no(429, 42_901, "TOO_MANY_REQUESTS", "quota"),
  tooManyLegacy: no(429, 10_006, "TOO_MANY_REQUESTS", "quota"),
  nonce: no(400, 40_102, "INVALID_NONCE", "timestamp"),
  unauthorized: no(401, 40_101, "UNAUTHORIZED", "credentials"),
  unknownOrder: no(404, 40_401, "NOT_FOUND", "request"),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;

function no<Kind extends ServerRefusal["kind"]>(
  status: number,
  code: number,
  message: string,
  kind: Kind,
) {
  const body = ({ params }: Visit) => ({
    id: params["id"],
    method: params["method"],
    code,
    message,
  });
  return { status, body, kind, executed: "no" } as const;
}

/** Makes Crypto.com's server side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<never, No>(
    {
      pools: {},
      routes: routes(),
      refusals,
      keyOf: ({ params }) =>
        typeof params["api_key"] === "string" ? params["api_key"] : undefined,
      checkSignature,
      withoutKey: "unauthorized",
      notFound: { status: 404, headers: {}, body: '{"code":40401,"message":"NOT_FOUND"}' },
    },
    options,
  );
}

/** https://exchange-docs.crypto.com, digital signature, read 2026-11. */
function checkSignature(
  { request, params, nowMs }: Visit,
  { secret }: ServerAccount,
): No | undefined {
  const { id, method, nonce, sig, api_key: apiKey } = params;
  if (!(Math.abs(nowMs - Number(nonce)) <= 60_000)) return "nonce";
  if (request.path !== `/exchange/v1/${String(method)}`) return "unauthorized";
  const payload = [method, id, apiKey, flat(params["params"]), nonce].map(String).join("");
  const expected = createHmac("sha256", secret).update(payload).digest("hex");
  return sig === expected ? undefined : "unauthorized";
}

/** All names in order with their values, one after the other. */
function flat(value: unknown): string {
  if (Array.isArray(value)) return value.map(flat).join("");
  if (typeof value !== "object" || value === null) return String(value);
  const fields = new Map(Object.entries(value));
  return [...fields.keys()]
    .toSorted()
    .map((name) => `${name}${flat(fields.get(name))}`)
    .join("");
}
