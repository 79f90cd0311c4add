/** How requests of Kraken are signed. */
import { createHash } from "node:crypto";
import { nonces, signature } from "headgate";
import type { Signer } from "headgate";

const nonceOf = nonces(1_000);

/**
 * Puts a nonce in front of the body, and signs path, nonce and body as it stands on the wire.
 *
 * Calls travel at the same time and may overtake each other: the key needs a nonce window (a setting of the
 * key at Kraken) or what comes late is refused.
 * https://docs.kraken.com/api/docs/guides/spot-rest-auth, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const nonce = nonceOf(by.apiKey, serverTimeMs);
  const body = withNonce(request.body ?? "", nonce);
  const digest = createHash("sha256").update(`${nonce}${body}`).digest();
  const payload = Buffer.concat([Buffer.from(request.url.pathname), digest]);
  return {
    ...request,
    body,
    headers: {
      ...request.headers,
      "API-Key": by.apiKey,
      "API-Sign": await signature(by.secret, payload, {
        by: "hmac-sha512",
        as: "base64",
        secretIs: "base64",
      }),
    },
  };
};

/** A body is a form, or a JSON object that is not empty. */
function withNonce(body: string, nonce: number): string {
  if (body.startsWith("{")) return body.replace("{", `{"nonce":${nonce},`);
  return body === "" ? `nonce=${nonce}` : `nonce=${nonce}&${body}`;
}
