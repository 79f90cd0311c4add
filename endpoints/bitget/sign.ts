/** How requests of Bitget are signed: by HMAC, or by RSA where the account's secret is a private key. */
import { privateKeyScheme, signature } from "headgate";
import type { Signer } from "headgate";

/**
 * Signs time, method, path with its query, and body.
 * https://www.bitget.com/api-doc/common/signature, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const timestamp = String(Math.floor(serverTimeMs));
  const { pathname, search } = request.url;
  const payload = `${timestamp}${request.method}${pathname}${search}${request.body ?? ""}`;
  const scheme = privateKeyScheme(by.secret) ?? "hmac-sha256";
  return {
    ...request,
    headers: {
      ...request.headers,
      "ACCESS-KEY": by.apiKey,
      "ACCESS-SIGN": await signature(by.secret, payload, { by: scheme, as: "base64" }),
      "ACCESS-TIMESTAMP": timestamp,
      "ACCESS-PASSPHRASE": by.passphrase ?? "",
      locale: "en-US",
    },
  };
};
