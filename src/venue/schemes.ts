/**
 * The schemes that venues sign by, over what Node has itself.
 *
 *     signature   HMAC with any of three hashes, RSA (PKCS #1 v1.5), Ed25519, ECDSA over P-256
 *     jwt         the same as a JSON Web Token (RFC 7519), new for each request
 *
 * A secret that is a function signs instead of all of them, so that it can stay where it is kept.
 */
import { createHmac, createPrivateKey, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Account } from "./signing.ts";

type Secret = Account["secret"];

export type Scheme = Readonly<{
  by: "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | PrivateKeyScheme;
  as: "hex" | "base64" | "base64url";
  /** How an HMAC secret is written where the exchange hands it out encoded. @default "text" */
  secretIs?: "text" | "base64";
}>;

/**
 * The signature of `payload`, as the scheme writes it. A secret that is a function is given the payload and
 * returns just that; a private key is a PEM text, for Ed25519 also the base64 of its 32 or 64 bytes.
 *
 * @throws {TypeError} If the secret is no key of that kind; the message never holds it.
 */
export function signature(
  secret: Secret,
  payload: string | Uint8Array,
  scheme: Scheme,
): string | Promise<string> {
  if (typeof secret === "function") return secret(payload);
  switch (scheme.by) {
    case "hmac-sha256":
    case "hmac-sha384":
    case "hmac-sha512": {
      const key = scheme.secretIs === "base64" ? Buffer.from(secret, "base64") : secret;
      return createHmac(scheme.by.slice("hmac-".length), key).update(payload).digest(scheme.as);
    }
    case "rsa-sha256":
      return sign("sha256", bytesOf(payload), privateKey(secret, "rsa")).toString(scheme.as);
    case "ed25519":
      return sign(null, bytesOf(payload), ed25519Key(secret)).toString(scheme.as);
    case "ecdsa-p256": {
      const key = privateKey(secret, "ec");
      // The two numbers one after the other, as tokens have them.
      const signed = sign("sha256", bytesOf(payload), { key, dsaEncoding: "ieee-p1363" });
      return signed.toString(scheme.as);
    }
  }
}

const algorithms = {
  HS256: "hmac-sha256",
  HS512: "hmac-sha512",
  ES256: "ecdsa-p256",
  EdDSA: "ed25519",
} as const;

export type TokenOptions = Readonly<{
  algorithm: keyof typeof algorithms;
  /** Stands in the header beside `alg` and `typ`: a key's name, a nonce. */
  header?: Readonly<Record<string, string>>;
}>;

/**
 * A JSON Web Token of these claims. A secret that is a function is given what has to be signed and returns
 * the signature in base64url.
 *
 * @throws {TypeError} If the secret is no key of that kind.
 */
export async function jwt(
  claims: Readonly<Record<string, unknown>>,
  secret: Secret,
  { algorithm, header = {} }: TokenOptions,
): Promise<string> {
  const head = base64url(JSON.stringify({ alg: algorithm, typ: "JWT", ...header }));
  const signed = `${head}.${base64url(JSON.stringify(claims))}`;
  const scheme: Scheme = { by: algorithms[algorithm], as: "base64url" };
  return `${signed}.${await signature(secret, signed, scheme)}`;
}

const byKind = { rsa: "rsa-sha256", ed25519: "ed25519", ec: "ecdsa-p256" } as const;
type PrivateKeyScheme = (typeof byKind)[keyof typeof byKind];

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const ed25519Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

function ed25519Key(secret: string): KeyObject {
  if (isPem(secret)) return privateKey(secret, "ed25519");
  const bytes = Buffer.from(secret, "base64");
  // Of 64 bytes the first half is the key, the second its public part.
  if (bytes.length !== 32 && bytes.length !== 64) throw noKey("ed25519");
  const key = Buffer.concat([ed25519Prefix, bytes.subarray(0, 32)]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function privateKey(secret: string, kind: keyof typeof byKind): KeyObject {
  const key = readKey(secret);
  if (key?.asymmetricKeyType !== kind) throw noKey(kind);
  if (kind === "ec" && key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw noKey(kind);
  return key;
}

function readKey(secret: string): KeyObject | undefined {
  try {
    return createPrivateKey(secret);
  } catch {
    // What it says may hold a part of the secret.
    return undefined;
  }
}

function noKey(kind: string): TypeError {
  return new TypeError(`The account's secret is no private key of the kind ${kind}.`);
}

/** The scheme of a secret that is a private key in PEM; `undefined` where it is a shared one. */
export function privateKeyScheme(secret: Secret): PrivateKeyScheme | undefined {
  const kind = isPem(secret) ? readKey(secret)?.asymmetricKeyType : undefined;
  return kind === "rsa" || kind === "ed25519" || kind === "ec" ? byKind[kind] : undefined;
}

function isPem(secret: Secret): secret is string {
  return typeof secret === "string" && secret.trimStart().startsWith("-----BEGIN ");
}

function bytesOf(payload: string | Uint8Array): Uint8Array {
  return typeof payload === "string" ? Buffer.from(payload, "utf8") : payload;
}

function base64url(text: string): string {
  return Buffer.from(text, "utf8").toString("base64url");
}
