/**
 * How a request gets on the wire: undici by default, any `fetch` instead. One rule matters above all: a
 * failure says whether the request can have reached the exchange.
 */
import { Agent, request as undiciRequest } from "undici";
import type { Dispatcher } from "undici";
import type { Outgoing } from "../venue/signing.ts";

export type WireRequest = Outgoing &
  Readonly<{
    /** Aborts it on the wire: by the caller, or because the time is over. */
    signal: AbortSignal;
    /** The outgoing address, where the transport knows several. */
    dispatcher?: Dispatcher;
  }>;

export type WireHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type WireAnswer = Readonly<{
  status: number;
  /** Names in lower case. */
  headers: WireHeaders;
  body: string;
}>;

/**
 * Sends one request and reads the whole answer.
 *
 * @throws {TransportError} If no answer came; `sent` says whether the exchange can have seen it.
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/** No answer came. */
export class TransportError extends Error {
  /** False only where no connection was ever made, so that the exchange cannot have seen the request. */
  readonly sent: boolean;

  constructor(cause: unknown) {
    super(`No answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "TransportError";
    this.sent = !neverConnected.has(codeOf(cause) ?? "");
  }
}

/** Failures that come before the first byte is written. All others may have been sent. */
const neverConnected: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

/** One pool of connections for the process: exchanges count connections, too. */
let sharedAgent: Agent | undefined;

/** The default transport. */
export function undiciTransport(): Transport {
  return async ({ method, url, headers, body, signal, dispatcher }) => {
    sharedAgent ??= new Agent();
    try {
      const answer = await undiciRequest(url, {
        method: verb(method),
        headers: { ...headers },
        body: body ?? null,
        signal,
        dispatcher: dispatcher ?? sharedAgent,
      });
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
    } catch (error) {
      throw new TransportError(error);
    }
  };
}

/** A transport over a `fetch`; without one, over whatever `globalThis.fetch` is when it sends. */
export function fetchTransport(fetch?: typeof globalThis.fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    const send = fetch ?? globalThis.fetch;
    try {
      const answer = await send(url, {
        method,
        headers,
        signal,
        // An exchange's API does not move; where it seems to, somebody is in between.
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      };
    } catch (error) {
      throw new TransportError(error);
    }
  };
}

function verb(method: string): Dispatcher.HttpMethod {
  if (method === "GET" || method === "POST" || method === "PUT" || method === "DELETE")
    return method;
  throw new TypeError(`No endpoint is declared with ${method}.`);
}

/** The error code of the cause of it all: `fetch` hides it one level down. */
function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && cause.code !== "") return cause.code;
  }
  return undefined;
}
