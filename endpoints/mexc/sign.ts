/** How requests of MEXC are signed: spot in its query, contracts in headers. */
import { signature } from "headgate";
import type { Signer } from "headgate";

const scheme = { by: "hmac-sha256", as: "hex" } as const;

/**
 * Signs by the path, which differs between the two.
 * https://github.com/rosssaunders/coincise/tree/a00ae58/docs/mexc, read 2026-11.
 */
export const sign: Signer = (request, by, serverTimeMs) =>
  request.url.pathname.startsWith("/api/v3/")
    ? signSpot(request, by, serverTimeMs)
    : signContract(request, by, serverTimeMs);

/** The query, with `timestamp` after all that was given, and `signature` last. */
const signSpot: Signer = async (request, { apiKey, secret }, serverTimeMs) => {
  const url = new URL(request.url);
  const given = url.search.slice(1);
  const payload = `${given}${given === "" ? "" : "&"}timestamp=${Math.floor(serverTimeMs)}`;
  url.search = `${payload}&signature=${await signature(secret, payload, scheme)}`;
  return { ...request, url, headers: { ...request.headers, "X-MEXC-APIKEY": apiKey } };
};

/** Key, time, and the body as it is sent or the query in alphabetical order. For 10 s, if nothing else is said. */
const signContract: Signer = async (request, { apiKey, secret }, serverTimeMs) => {
  const time = String(Math.floor(serverTimeMs));
  const sent = request.body ?? sorted(request.url.search.slice(1));
  const headers = {
    ...request.headers,
    ApiKey: apiKey,
    "Request-Time": time,
    Signature: await signature(secret, `${apiKey}${time}${sent}`, scheme),
  };
  return { ...request, headers };
};

function sorted(query: string): string {
  return query
    .split("&")
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    .join("&");
}

function nameOf(field: string): string {
  return field.slice(0, field.indexOf("="));
}
