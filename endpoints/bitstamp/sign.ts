/** How requests of Bitstamp are signed. */
import { randomUUID } from "node:crypto";
import { signature } from "headgate";
import type { Signer } from "headgate";

/**
 * Signs key, method, host, path with query, content type, nonce, time, version and body. A request without
 * parameters has neither body nor content type: with a type alone it is refused.
 * https://www.bitstamp.net/api/ (copy of 2026-02-23), https://github.com/ccxt/ccxt/issues/6846, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const { method, url } = request;
  const body = request.body === "" ? undefined : request.body;
  const { "content-type": type, ...others } = request.headers;
  const typed = body === undefined || type === undefined ? {} : { "content-type": type };
  const timestamp = String(Math.floor(serverTimeMs));
  // Not again within 300 s: random.
  const nonce = randomUUID();
  const whose = `BITSTAMP ${by.apiKey}`;
  const what = `${method}${url.host}${url.pathname}${url.search}${typed["content-type"] ?? ""}`;
  const payload = `${whose}${what}${nonce}${timestamp}v2${body ?? ""}`;
  const headers = {
    ...others,
    ...typed,
    "X-Auth": whose,
    "X-Auth-Signature": await signature(by.secret, payload, { by: "hmac-sha256", as: "hex" }),
    "X-Auth-Nonce": nonce,
    "X-Auth-Timestamp": timestamp,
    "X-Auth-Version": "v2",
  };
  return { ...request, headers, body };
};
