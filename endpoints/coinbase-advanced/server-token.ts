/**
 * Whether the token of a request is what Coinbase takes: by the key's owner, for this request, good now.
 * https://github.com/coinbase/coinbase-advanced-py/blob/54fb8ed/coinbase/jwt_generator.py, read 2026-11.
 */
import { createPrivateKey, createPublicKey, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { ServerRequest, Visit } from "headgate/emulator";
import { z } from "zod";

const head = z.object({ alg: z.enum(["ES256", "EdDSA"]), kid: z.string(), nonce: z.string() });
const claims = z.object({
  sub: z.string(),
  iss: z.literal("cdp"),
  nbf: z.number(),
  exp: z.number(),
  uri: z.string(),
});

function partsOf({ headers }: ServerRequest): readonly string[] {
  return (headers["authorization"] ?? "").replace(/^Bearer /, "").split(".");
}

function read<Schema extends z.ZodType>(
  part: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(part, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/** The name of the key that a token says it is of. */
export function keyOf({ request }: Pick<Visit, "request">): string | undefined {
  return read(partsOf(request)[0] ?? "", head)?.kid;
}

export function isGood(visit: Visit, secret: string): boolean {
  const [first = "", second = "", signature = ""] = partsOf(visit.request);
  const said = read(first, head);
  const claimed = read(second, claims);
  if (said === undefined || claimed === undefined || claimed.sub !== said.kid) return false;
  return isFor(visit, claimed) && isSigned(`${first}.${second}`, signature, secret);
}

/** A token is for one request, whatever the host, and for two minutes at most. */
function isFor({ request, nowMs }: Visit, { uri, nbf, exp }: z.output<typeof claims>): boolean {
  const [method, address = ""] = uri.split(" ");
  if (method !== request.method || address.replace(/^[^/]+/, "") !== request.path) return false;
  return nbf * 1_000 <= nowMs && nowMs < exp * 1_000 && exp - nbf <= 120;
}

function isSigned(text: string, signature: string, secret: string): boolean {
  const key = publicKeyOf(secret);
  const isCurve = key.asymmetricKeyType === "ec";
  const scheme = isCurve ? { key, dsaEncoding: "ieee-p1363" as const } : key;
  const bytes = Buffer.from(signature, "base64url");
  return verify(isCurve ? "sha256" : null, Buffer.from(text), scheme, bytes);
}

/** In PEM, or the base64 of an Ed25519 key, whose first 32 bytes are its seed. */
function publicKeyOf(secret: string): KeyObject {
  if (secret.startsWith("-----BEGIN")) return createPublicKey(secret);
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const key = Buffer.concat([prefix, Buffer.from(secret, "base64").subarray(0, 32)]);
  return createPublicKey(createPrivateKey({ key, format: "der", type: "pkcs8" }));
}
