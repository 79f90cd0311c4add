/** How requests of KuCoin are signed. https://github.com/Kucoin/kucoin-universal-sdk/tree/78c90c7, read 2026-11. */
import { signature } from "headgate";
import type { Signer } from "headgate";

const scheme = { by: "hmac-sha256", as: "base64" } as const;

/**
 * Signs time, method, path and query without percent-encoding, and the body. The passphrase is signed, too, as
 * keys of version 2 and 3 want it. Unconfirmed: KuCoin's own SDK says 3 for either, an example of its
 * documentation 2.
 */
export const sign: Signer = async (request, { apiKey, secret, passphrase = "" }, serverTimeMs) => {
  const { method, url, body = "" } = request;
  const timestamp = String(Math.floor(serverTimeMs));
  const target = decodeURIComponent(`${url.pathname}${url.search}`);
  return {
    ...request,
    headers: {
      ...request.headers,
      "KC-API-KEY": apiKey,
      "KC-API-TIMESTAMP": timestamp,
      "KC-API-SIGN": await signature(secret, `${timestamp}${method}${target}${body}`, scheme),
      "KC-API-PASSPHRASE": await signature(secret, passphrase, scheme),
      "KC-API-KEY-VERSION": "3",
    },
  };
};
