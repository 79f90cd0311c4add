/** An exchange's no, and a server side that says it to everybody: what does a client make of it? */
import type { ServerAnswer, ServerSide } from "./emulator.ts";
import type { ServerRefusal } from "./rules.ts";
import { parametersOf } from "./visit.ts";
import type { Visit } from "./visit.ts";

/** A server side that refuses everything in this way, and counts nothing. */
export function refusing(serverSide: ServerSide, refusal: ServerRefusal): ServerSide {
  return {
    ...serverSide,
    handle: (request, nowMs) => said(refusal, { request, nowMs, params: parametersOf(request) }),
  };
}

/** The answer that a no is; `waitMs` is for how long there will be no room, where that is known. */
export function said(
  { status, headers = {}, body }: ServerRefusal,
  visit: Visit,
  waitMs = 0,
): ServerAnswer {
  const text = typeof body === "function" ? body(visit, waitMs) : body;
  return {
    status,
    headers: typeof headers === "function" ? headers(visit, waitMs) : headers,
    body: typeof text === "string" ? text : JSON.stringify(text),
  };
}
