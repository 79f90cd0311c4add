/** How requests of Binance Spot are signed. */
import { privateKeyScheme, signature } from "headgate";
import type { Account, Signer } from "headgate";

/**
 * Signs the query, which holds all parameters of every method: `timestamp` after them, `signature` last.
 *
 * By HMAC, or by RSA or Ed25519 where the account's secret is a private key.
 *
 * The payload is the query as it stands on the wire, percent-encoded (enforced since 2026-01-15).
 * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#signed-endpoint-security, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const headers = { ...request.headers, "X-MBX-APIKEY": by.apiKey };
  if (request.auth === "key") return { ...request, headers };
  const url = new URL(request.url);
  const given = url.search.slice(1);
  const payload = `${given}${given === "" ? "" : "&"}timestamp=${Math.floor(serverTimeMs)}`;
  // In base64, as private keys and functions sign, it has to be encoded.
  const signed = encodeURIComponent(await signatureOf(by.secret, payload));
  url.search = `${payload}&signature=${signed}`;
  return { ...request, url, headers };
};

function signatureOf(secret: Account["secret"], payload: string): string | Promise<string> {
  const by = privateKeyScheme(secret);
  const shared = { by: "hmac-sha256", as: "hex" } as const;
  return signature(secret, payload, by === undefined ? shared : { by, as: "base64" });
}
