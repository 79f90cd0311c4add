/** How requests of OKX are signed: HMAC over time, method, path with its query, and body. */
import { signature } from "headgate";
import type { Signer } from "headgate";

/** https://www.okx.com/docs-v5/en/#overview-rest-authentication-signature, read 2026-11. */
export const sign: Signer = async (request, by, serverTimeMs) => {
  // oxlint-disable-next-line eslint/no-restricted-globals -- It writes an instant and reads no clock.
  const timestamp = new Date(Math.floor(serverTimeMs)).toISOString();
  const { pathname, search } = request.url;
  const payload = `${timestamp}${request.method}${pathname}${search}${request.body ?? ""}`;
  return {
    ...request,
    headers: {
      ...request.headers,
      "OK-ACCESS-KEY": by.apiKey,
      "OK-ACCESS-SIGN": await signature(by.secret, payload, { by: "hmac-sha256", as: "base64" }),
      "OK-ACCESS-TIMESTAMP": timestamp,
      "OK-ACCESS-PASSPHRASE": by.passphrase ?? "",
    },
  };
};
