/** How requests of Deribit are signed. */
import { randomUUID } from "node:crypto";
import { signature } from "headgate";
import type { Signer } from "headgate";

/**
 * Signs time, nonce, method, path with query, and body, each with a line end.
 * https://docs.deribit.com and nautechsystems/nautilus_trader at a95c804 (2026-07-02), read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const ts = String(Math.floor(serverTimeMs));
  const nonce = randomUUID();
  const { pathname, search } = request.url;
  const lines = [ts, nonce, request.method, pathname + search, request.body ?? "", ""];
  const sig = await signature(by.secret, lines.join("\n"), { by: "hmac-sha256", as: "hex" });
  const authorization = `deri-hmac-sha256 id=${by.apiKey},ts=${ts},nonce=${nonce},sig=${sig}`;
  return { ...request, headers: { ...request.headers, Authorization: authorization } };
};
