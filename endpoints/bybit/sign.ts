/** How requests of Bybit are signed. */
import { privateKeyScheme, signature } from "headgate";
import type { Account, Signer } from "headgate";

/** For how long a request is good, ms. */
const recvWindowMs = "5000";

/**
 * Signs time, key, window, and the query or the body as it stands on the wire: by HMAC, or by RSA where the
 * account's secret is a private key.
 * https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/guide.mdx, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const timestamp = String(Math.floor(serverTimeMs));
  const sent = request.body ?? request.url.search.slice(1);
  const payload = `${timestamp}${by.apiKey}${recvWindowMs}${sent}`;
  return {
    ...request,
    headers: {
      ...request.headers,
      "X-BAPI-API-KEY": by.apiKey,
      "X-BAPI-TIMESTAMP": timestamp,
      "X-BAPI-RECV-WINDOW": recvWindowMs,
      "X-BAPI-SIGN": await signatureOf(by.secret, payload),
    },
  };
};

function signatureOf(secret: Account["secret"], payload: string): string | Promise<string> {
  const by = privateKeyScheme(secret);
  const shared = { by: "hmac-sha256", as: "hex" } as const;
  return signature(secret, payload, by === undefined ? shared : { by, as: "base64" });
}
