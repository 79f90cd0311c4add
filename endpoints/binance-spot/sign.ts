/** How requests of Binance Spot are signed. */
import { hmacSha256Hex } from "headgate";
import type { Signer } from "headgate";

/**
 * Signs the query, which holds all parameters of every method: `timestamp` after them, `signature` last.
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
  // A secret that is a function may sign by RSA or Ed25519, whose base64 has to be encoded.
  const signature = encodeURIComponent(await hmacSha256Hex(by.secret, payload));
  url.search = `${payload}&signature=${signature}`;
  return { ...request, url, headers };
};
