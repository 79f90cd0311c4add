/** How requests of Bitfinex are signed. */
import { nonces, signature } from "headgate";
import type { Signer } from "headgate";

/** In us, as the exchange's own client has it: a key that has seen us takes no ms any more. */
const nonceOf = nonces(1_000);

/**
 * Signs path, nonce and body. The nonce of a key only grows.
 * https://docs.bitfinex.com/docs/rest-auth, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const nonce = String(nonceOf(by.apiKey, serverTimeMs));
  const payload = `/api${request.url.pathname}${nonce}${request.body ?? ""}`;
  return {
    ...request,
    headers: {
      ...request.headers,
      "bfx-nonce": nonce,
      "bfx-apikey": by.apiKey,
      "bfx-signature": await signature(by.secret, payload, { by: "hmac-sha384", as: "hex" }),
    },
  };
};
