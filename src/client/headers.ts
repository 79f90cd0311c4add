/**
 * The headers of an answer. An exchange sends some twenty and a venue asks for two or three, so those that
 * came from a socket stay the bytes that they were until somebody asks.
 */
import type { WireHeaders } from "./transport.ts";

/** Headers as a transport gives them, or as they came. */
export type AnyHeaders = WireHeaders | RawHeaders;

type Raw = Buffer | string | readonly Buffer[];

/** Names and values in turns, as bytes. */
export class RawHeaders {
  readonly #raw: readonly Raw[];

  constructor(raw: readonly Raw[]) {
    this.#raw = raw;
  }

  /** By its name in lower case; several of one name are one list. */
  get(name: string): string | undefined {
    const raw = this.#raw;
    let found: string | undefined;
    for (let at = 0; at < raw.length; at += 2) {
      if (!isName(raw[at], name)) continue;
      const text = textOf(raw[at + 1]);
      found = found === undefined ? text : `${found}, ${text}`;
    }
    return found;
  }

  /** All of them; names in lower case. */
  all(): WireHeaders {
    const all = new Map<string, string[]>();
    for (let at = 0; at < this.#raw.length; at += 2) {
      const name = textOf(this.#raw[at]).toLowerCase();
      all.set(name, [...(all.get(name) ?? []), textOf(this.#raw[at + 1])]);
    }
    return Object.fromEntries(
      [...all].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
    );
  }
}

/** One header, by its name in any case. */
export function headerOf(headers: AnyHeaders, name: string): string | undefined {
  const lower = name.toLowerCase();
  if (headers instanceof RawHeaders) return headers.get(lower);
  const value = headers[lower];
  return typeof value === "object" ? value.join(", ") : value;
}

/** The headers as the platform has them. */
export function headersOf(headers: AnyHeaders): Headers {
  const all = new Headers();
  const plain = headers instanceof RawHeaders ? headers.all() : headers;
  for (const [name, values] of Object.entries(plain)) {
    for (const value of typeof values === "string" ? [values] : (values ?? []))
      all.append(name, value);
  }
  return all;
}

function isName(raw: Raw | undefined, lower: string): boolean {
  if (raw === undefined || raw.length !== lower.length) return false;
  if (!Buffer.isBuffer(raw)) return textOf(raw).toLowerCase() === lower;
  for (let at = 0; at < lower.length; at += 1) {
    const byte = raw[at] ?? 0;
    // The bytes of A to Z become those of a to z.
    if ((byte >= 65 && byte <= 90 ? byte + 32 : byte) !== lower.charCodeAt(at)) return false;
  }
  return true;
}

function textOf(raw: Raw | undefined): string {
  if (typeof raw === "string") return raw;
  if (raw === undefined) return "";
  return Buffer.isBuffer(raw) ? raw.toString("latin1") : raw.map(textOf).join(", ");
}
