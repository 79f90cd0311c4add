/**
 * What a transport is given, and what it brings. One rule matters above all: a failure says whether the
 * request can have reached the exchange. `over-undici.ts` is the default one, `over-fetch.ts` takes any `fetch`.
 */
import type { Outgoing } from "../venue/signing.ts";
import type { Dispatcher } from "./egress.ts";

export type WireRequest = Outgoing &
  Readonly<{
    /** Aborts it on the wire: by the caller, or because the time is over. */
    signal: AbortSignal;
    /** A longer answer is given up. @default 64 MiB */
    maxAnswerBytes?: number;
    /** To be called when the headers of the answer are there: the body has a time of its own. */
    onHeaders?: () => void;
    /** The outgoing address, where the transport knows several. */
    dispatcher?: Dispatcher | undefined;
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

/** Longer than any answer that an exchange has a reason to give. */
export const defaultMaxAnswerBytes = 64 * 1_024 * 1_024;

/** No answer came. */
export class TransportError extends Error {
  /** False only where it was certainly never written, so that the exchange cannot have seen the request. */
  readonly sent: boolean;

  /** Without `sent`, it was sent unless the code of the cause is that of a connection that was never made. */
  constructor(cause: unknown, sent?: boolean) {
    super(`No answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "TransportError";
    this.sent = sent ?? !neverConnected.has(codeOf(cause) ?? "");
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

/** The error code of the cause of it all: `fetch` hides it one level down. */
function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && cause.code !== "") return cause.code;
  }
  return undefined;
}
