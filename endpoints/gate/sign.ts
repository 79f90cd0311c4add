/** How requests of Gate are signed: HMAC over method, path, query as it reads, the hash of the body, and time. */
import { createHash } from "node:crypto";
import { signature } from "headgate";
import type { Signer } from "headgate";

/** https://www.gate.com/docs/developers/apiv4/en/#generate-api-key (copy of 2026-05-27), read 2026-11. */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const timestamp = String(Math.floor(serverTimeMs / 1_000));
  const { pathname, search } = request.url;
  const body = createHash("sha512")
    .update(request.body ?? "")
    .digest("hex");
  const query = decodeURIComponent(search.slice(1));
  const payload = [request.method, pathname, query, body, timestamp].join("\n");
  return {
    ...request,
    headers: {
      ...request.headers,
      KEY: by.apiKey,
      Timestamp: timestamp,
      SIGN: await signature(by.secret, payload, { by: "hmac-sha512", as: "hex" }),
    },
  };
};
