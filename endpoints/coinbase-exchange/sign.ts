/** How requests of Coinbase Exchange are signed. */
import { signature } from "headgate";
import type { Signer } from "headgate";

/**
 * Signs the second, the method, the path with its query, and the body.
 * https://docs.cdp.coinbase.com/exchange/rest-api/authentication, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const { method, url, body = "" } = request;
  const timestamp = String(Math.floor(serverTimeMs / 1_000));
  const payload = `${timestamp}${method}${url.pathname}${url.search}${body}`;
  const scheme = { by: "hmac-sha256", as: "base64", secretIs: "base64" } as const;
  return {
    ...request,
    headers: {
      ...request.headers,
      "CB-ACCESS-KEY": by.apiKey,
      "CB-ACCESS-SIGN": await signature(by.secret, payload, scheme),
      "CB-ACCESS-TIMESTAMP": timestamp,
      "CB-ACCESS-PASSPHRASE": by.passphrase ?? "",
    },
  };
};
