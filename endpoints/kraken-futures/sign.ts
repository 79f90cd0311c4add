/** How requests of Kraken Futures are signed. */
import { createHash } from "node:crypto";
import { signature } from "headgate";
import type { Signer } from "headgate";

/**
 * Signs the parameters as they stand on the wire, and the path without `/derivatives`. There is no nonce: it
 * may be left out, and calls that travel at the same time may overtake each other.
 * https://docs.kraken.com/api/docs/guides/futures-rest, read 2026-11.
 */
export const sign: Signer = async (request, by) => {
  const { url, headers, body = "" } = request;
  const path = url.pathname.replace(/^\/derivatives/, "");
  const payload = createHash("sha256")
    .update(`${url.search.slice(1)}${body}${path}`)
    .digest();
  const scheme = { by: "hmac-sha512", as: "base64", secretIs: "base64" } as const;
  const Authent = await signature(by.secret, payload, scheme);
  return { ...request, headers: { ...headers, APIKey: by.apiKey, Authent } };
};
