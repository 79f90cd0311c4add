/**
 * How a request of AllTick reads: parameters lie in an envelope, the token in the query.
 *
 *     GET   ?token=...&query={"trace":"...","data":{...}}      one document, as JSON
 *     POST  ?token=...                                          the same document as the body
 *
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/common_standard_header.md,
 * read 2026-11.
 */
import { randomUUID } from "node:crypto";
import type { Signer } from "headgate";
import { z } from "zod";

/** Names the call in AllTick's logs, and comes back in the answer; attempts of one call share it. */
export const trace = z.string().min(1).max(64).optional();

type Enveloped<Params> = Readonly<{ trace: string; data: Omit<Params, "trace"> }>;

/** The document of a POST. A call that names no trace gets one: each should have its own. */
export function enveloped<Params extends Readonly<{ trace?: string | undefined }>>(
  params: Params,
): Enveloped<Params> {
  const { trace: given, ...data } = params;
  return { trace: given ?? randomUUID(), data };
}

/** The query of a GET: the same document in one parameter, which the client writes as JSON. */
export function inQuery<Params extends Readonly<{ trace?: string | undefined }>>(
  params: Params,
): Readonly<{ query: Enveloped<Params> }> {
  return { query: enveloped(params) };
}

/** An answer's envelope. `ret` is 200 here: all else is a refusal. */
export function answerOf<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ ret: z.number(), msg: z.string(), trace: z.string(), data });
}

/**
 * Puts the token into the query: there is no signature, and the account's secret is not used.
 *
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/api_address_description.md,
 * read 2026-11.
 */
export const sign: Signer = (request, by) => {
  const url = new URL(request.url);
  const given = url.search.slice(1);
  url.search = `token=${encodeURIComponent(by.apiKey)}${given === "" ? "" : `&${given}`}`;
  return { ...request, url };
};
