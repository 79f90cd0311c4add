/** How requests of Alpaca say whose they are: two headers, no signature. */
import type { Signer } from "headgate";

/**
 * https://docs.alpaca.markets/docs/authentication, read 2026-11.
 *
 * @throws {TypeError} If the secret is a function: it is sent as it is.
 */
export const sign: Signer = (request, { apiKey, secret }) => {
  if (typeof secret !== "string") throw new TypeError("Alpaca is sent the secret itself.");
  const headers = { "APCA-API-KEY-ID": apiKey, "APCA-API-SECRET-KEY": secret };
  return { ...request, headers: { ...request.headers, ...headers } };
};
