/**
 * Who asks, and whether the request is really theirs and fresh: API key, timestamp, signature.
 * https://github.com/binance/binance-spot-api-docs/blob/master/rest-api.md, read 2026-07-21.
 */
import { createHmac } from "node:crypto";
import type { ServerRequest } from "headgate/emulator";
import { ApiError, illegal, missing } from "./server-answers.ts";

/** Of query and body together; what stands in both is taken from the query. */
export type Parameters = ReadonlyMap<string, string>;

/** One account, under its API key. Several keys may lead to one account: they share its order limits. */
export type ServerAccount = Readonly<{ name: string; secret: string }>;

const recvWindowMaxMs = 60_000;

/** Reads the parameters of a request. */
export function parametersOf(request: ServerRequest): Parameters {
  return new Map([...new URLSearchParams(request.body), ...new URLSearchParams(request.query)]);
}

/**
 * The account that signed the request.
 *
 * @throws {ApiError} If the key is not known, the timestamp not fresh, or the signature not right.
 */
export function signerOf(
  request: ServerRequest,
  parameters: Parameters,
  accounts: Readonly<Record<string, ServerAccount>>,
  nowMs: number,
): ServerAccount {
  const account = accountOf(request.headers["x-mbx-apikey"], accounts);
  const signature = mandatory(parameters, "signature");
  checkTimestamp(parameters, nowMs);
  const expected = createHmac("sha256", account.secret)
    .update(signedPayload(request))
    .digest("hex");
  // Binance takes the hex digits in either case.
  if (signature.toLowerCase() !== expected) {
    throw new ApiError(400, -1022, "Signature for this request is not valid.");
  }
  return account;
}

/** @throws {ApiError} If the parameter was not sent, or is empty. */
export function mandatory(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined || value === "") throw missing(name);
  return value;
}

/** @throws {ApiError} If the parameter is there and is no whole number. */
export function wholeNumber(parameters: Parameters, name: string): number | undefined {
  const value = parameters.get(name);
  if (value === undefined) return undefined;
  if (!/^\d{1,20}$/.test(value)) throw illegal(name, "^[0-9]{1,20}$");
  return Number(value);
}

function accountOf(
  apiKey: string | undefined,
  accounts: Readonly<Record<string, ServerAccount>>,
): ServerAccount {
  const account = apiKey === undefined ? undefined : accounts[apiKey];
  if (account !== undefined) return account;
  if (apiKey === undefined || !/^[A-Za-z0-9]{64}$/.test(apiKey)) {
    throw new ApiError(401, -2014, "API-key format invalid.");
  }
  throw new ApiError(401, -2015, "Invalid API-key, IP, or permissions for action.");
}

/** Query and body as they stood on the wire, without a separator and without the signature itself. */
export function signedPayload({ query, body }: ServerRequest): string {
  return unsigned(query) + unsigned(body);
}

function unsigned(text: string): string {
  const pairs = text.split("&");
  return pairs.filter((pair) => !pair.startsWith("signature=")).join("&");
}

function checkTimestamp(parameters: Parameters, nowMs: number): void {
  const timestamp = mandatory(parameters, "timestamp");
  if (!/^\d{1,20}$/.test(timestamp)) throw illegal("timestamp", "^[0-9]{1,20}$");
  // Sixteen digits are microseconds.
  const atMs = timestamp.length >= 16 ? Number(timestamp) / 1_000 : Number(timestamp);
  const recvWindow = parameters.get("recvWindow") ?? "5000";
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(recvWindow)) {
    throw illegal("recvWindow", "^[0-9]{1,5}(\\.[0-9]{1,3})?$");
  }
  if (Number(recvWindow) > recvWindowMaxMs) {
    throw new ApiError(400, -1131, "recvWindow must be less than 60000");
  }
  if (atMs >= nowMs + 1_000) {
    throw new ApiError(
      400,
      -1021,
      "Timestamp for this request was 1000ms ahead of the server's time.",
    );
  }
  if (nowMs - atMs > Number(recvWindow)) {
    throw new ApiError(400, -1021, "Timestamp for this request is outside of the recvWindow.");
  }
}
