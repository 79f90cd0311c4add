/** How requests of Crypto.com are signed. */
import { nonces, signature } from "headgate";
import type { Signer } from "headgate";
import { z } from "zod";

const idOf = nonces();

const parameters = z.record(z.string(), z.unknown());

/**
 * Wraps the parameters: an id, the method that the path names, the key, the time, the signature.
 * https://exchange-docs.crypto.com, digital signature, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const method = request.url.pathname.replace("/exchange/v1/", "");
  const params = parameters.parse(JSON.parse(request.body ?? "{}"));
  const nonce = Math.floor(serverTimeMs);
  const id = idOf(by.apiKey, serverTimeMs);
  const payload = `${method}${id}${by.apiKey}${textOf(params)}${nonce}`;
  const sig = await signature(by.secret, payload, { by: "hmac-sha256", as: "hex" });
  const body = JSON.stringify({ id, method, params, api_key: by.apiKey, nonce, sig });
  return { ...request, body };
};

/** Names in their order, each with its value, nothing in between; of lists and objects what stands in them. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, field]) => `${name}${textOf(field)}`).join("");
}
