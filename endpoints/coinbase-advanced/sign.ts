/** How requests of Coinbase Advanced Trade are signed: each has a token of its own. */
import { randomBytes } from "node:crypto";
import { jwt, privateKeyScheme } from "headgate";
import type { Signer } from "headgate";

/** For how long a token is good. */
const goodSeconds = 120;

/** A `Date` tells the exchange's time to a second or two, and a token of the future is none. */
const doubtSeconds = 2;

/**
 * ES256 where the secret is a private key in PEM, otherwise EdDSA: the base64 of an Ed25519 key, or what signs
 * with one.
 * https://github.com/coinbase/coinbase-advanced-py/blob/54fb8ed/coinbase/jwt_generator.py, read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const { method, url, headers } = request;
  const nbf = Math.floor(serverTimeMs / 1_000) - doubtSeconds;
  const uri = `${method} ${url.host}${url.pathname}`;
  const claims = { sub: by.apiKey, iss: "cdp", nbf, exp: nbf + goodSeconds, uri };
  const token = await jwt(claims, by.secret, {
    algorithm: privateKeyScheme(by.secret) === "ecdsa-p256" ? "ES256" : "EdDSA",
    header: { kid: by.apiKey, nonce: randomBytes(16).toString("hex") },
  });
  return { ...request, headers: { ...headers, Authorization: `Bearer ${token}` } };
};
