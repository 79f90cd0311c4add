/** The schemes that venues name. A signature is made anew for each attempt, after its permit. */
import { createHmac } from "node:crypto";

/** One account. Its name in `accounts` is the key of its buckets, in this process and in Redis. */
export type Account = Readonly<{
  apiKey: string;
  /** The secret, or what signs with it: then it can stay where it is kept. */
  secret: string | ((payload: string | Uint8Array) => string | Promise<string>);
  passphrase?: string;
  /** The outgoing address that its calls use, by name. */
  egress?: string;
}>;

/** A request as it will stand on the wire. */
export type Outgoing = Readonly<{
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string;
}>;

/**
 * Makes the signed request, anew for each attempt, after its permit. `auth` is what the endpoint asks for:
 * of a "key" it wants no signature.
 */
export type Signer = (
  request: Outgoing & Readonly<{ auth: "key" | "signed" | "either" }>,
  by: Account,
  serverTimeMs: number,
) => Outgoing | Promise<Outgoing>;

/** HMAC-SHA256 of the payload in lower-case hex; a secret that is a function signs instead. */
export function hmacSha256Hex(
  secret: Account["secret"],
  payload: string,
): string | Promise<string> {
  if (typeof secret === "function") return secret(payload);
  return createHmac("sha256", secret).update(payload).digest("hex");
}
