/** How requests of Gemini are signed. */
import { nonces, signature } from "headgate";
import type { Signer } from "headgate";

const nonceOf = nonces();

/**
 * Moves the parameters into a header, with path and nonce, and signs that; nothing stands in the body.
 *
 * Nonces are ms and grow as calls leave; calls may overtake each other on the way. Unconfirmed: that Gemini takes
 * one that comes late ("increasing, never repeated"). Keys with time-based nonces want seconds: not these keys.
 * https://developer.gemini.com, private API invocation, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const { url, body = "{}" } = request;
  const head = JSON.stringify({ request: url.pathname, nonce: nonceOf(by.apiKey, serverTimeMs) });
  const json = body === "{}" ? head : `${head.slice(0, -1)},${body.slice(1)}`;
  const payload = Buffer.from(json, "utf8").toString("base64");
  return {
    method: request.method,
    url,
    headers: {
      "content-type": "text/plain",
      "cache-control": "no-cache",
      "X-GEMINI-APIKEY": by.apiKey,
      "X-GEMINI-PAYLOAD": payload,
      "X-GEMINI-SIGNATURE": await signature(by.secret, payload, { by: "hmac-sha384", as: "hex" }),
    },
  };
};
