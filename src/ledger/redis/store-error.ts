/**
 * Why the store did not do what it was asked. An answer of the server begins with a code word, and that word
 * decides: the text behind it is for people, and changes. What has no such word is no answer of the server.
 *
 *     "OOM command not allowed ..."  -> full
 *     "Socket closed unexpectedly"   -> unreachable
 */

export type Why =
  /** No connection, or no answer. */
  | "unreachable"
  /** It takes no writes: a replica, or a server that has lost its replicas or its disk. */
  | "readonly"
  /** It has no memory left. */
  | "full"
  /** It is there, and answers later: it loads, a script occupies it, its cluster is not whole. */
  | "loading"
  /** The user may not, or is not known. */
  | "not-allowed"
  /** The key holds what somebody else put there. */
  | "wrong-type"
  | "unknown";

const whyByCode: Readonly<Record<string, Why>> = {
  READONLY: "readonly",
  NOREPLICAS: "readonly",
  MISCONF: "readonly",
  OOM: "full",
  LOADING: "loading",
  BUSY: "loading",
  MASTERDOWN: "loading",
  CLUSTERDOWN: "loading",
  TRYAGAIN: "loading",
  NOPERM: "not-allowed",
  NOAUTH: "not-allowed",
  WRONGPASS: "not-allowed",
  DENIED: "not-allowed",
  WRONGTYPE: "wrong-type",
};

/** The client follows a redirection by itself where it knows that it talks to a cluster. */
const redirections: ReadonlySet<string | undefined> = new Set(["MOVED", "ASK"]);

export class StoreError extends Error {
  readonly why: Why;
  /** The word with which the server's answer begins: `WRONGTYPE`. */
  readonly code: string | undefined;

  constructor(at: Readonly<{ why: Why; code?: string; message: string; cause?: unknown }>) {
    super(at.message, { cause: at.cause });
    this.why = at.why;
    this.code = at.code;
  }

  override get name(): string {
    return "StoreError";
  }

  /** What a client threw, in these words. */
  static from(cause: unknown): StoreError {
    const text = cause instanceof Error ? cause.message : String(cause);
    const code = /^[A-Z]{2,}(?= |$)/u.exec(text)?.[0];
    if (code === undefined) return new StoreError({ why: "unreachable", message: text, cause });
    const message = redirections.has(code)
      ? `This server is a node of a cluster: give the ledger a cluster's client. (${text})`
      : text;
    return new StoreError({ why: whyByCode[code] ?? "unknown", code, message, cause });
  }
}
