/** The token that a request of Upbit carries. */
import { createHash, randomUUID } from "node:crypto";
import { jwt } from "headgate";
import type { Outgoing, Signer } from "headgate";
import { z } from "zod";

/**
 * A token with the hash of all parameters, new for each request.
 * https://docs.upbit.com/kr/reference/auth, read 2026-11. Older texts have HS256 for HS512, which is not
 * said to be withdrawn.
 */
export const sign: Signer = async (request, by) => {
  const claims = { access_key: by.apiKey, nonce: randomUUID(), ...hashOf(request) };
  const token = await jwt(claims, by.secret, { algorithm: "HS512" });
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
};

function hashOf({ url, body }: Outgoing): Readonly<Record<string, string>> {
  const fields = body === undefined ? decodeURIComponent(url.search.slice(1)) : fieldsOf(body);
  if (fields === "") return {};
  const query_hash = createHash("sha512").update(fields).digest("hex");
  return { query_hash, query_hash_alg: "SHA512" };
}

const sent = z.record(z.string(), z.unknown());

/** What is sent as JSON is hashed as a query would have it, nothing escaped. */
function fieldsOf(body: string): string {
  return Object.entries(sent.parse(JSON.parse(body)))
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((one) => `${name}[]=${String(one)}`)
        : [`${name}=${String(value)}`],
    )
    .join("&");
}
