/** A call to the request as it stands on the wire, and what came back to an answer that a venue can read. */
import { InvalidCallError } from "../errors.ts";
import type { Answer, Endpoint } from "../venue/endpoint.ts";
import type { Outgoing } from "../venue/signing.ts";
import type { WireAnswer, WireHeaders } from "./transport.ts";

type Params = Readonly<Record<string, unknown>>;

/** The request before it is signed: parameters in the path, the query or the body. */
export function outgoing(
  endpoint: Endpoint,
  params: Params,
  to: Readonly<{ origin: string; sends: "json" | "query" }>,
): Outgoing {
  const inPath = new Set<string>();
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined)
      throw new InvalidCallError(`${endpoint.path} needs the parameter "${name}".`);
    inPath.add(name);
    return encodeURIComponent(text(value));
  });
  const sent = Object.entries(params).filter(
    ([name, value]) => value !== undefined && !inPath.has(name) && !endpoint.hints.includes(name),
  );
  const { method } = endpoint;
  const url = new URL(`${to.origin}${path}`);
  if (to.sends === "json" && (method === "POST" || method === "PUT")) {
    const headers = { "content-type": "application/json" };
    return { method, url, headers, body: JSON.stringify(Object.fromEntries(sent)) };
  }
  url.search = sent
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(text(value))}`)
    .join("&");
  return { method, url, headers: {} };
}

/** What came back, with its body parsed where it is JSON. */
export function answerOf({ status, headers, body }: WireAnswer): Answer {
  return { status, header: (name) => headerOf(headers, name), body: parsed(body) };
}

/** The headers as the platform has them. */
export function headersOf(headers: WireHeaders): Headers {
  const all = new Headers();
  for (const [name, values] of Object.entries(headers)) {
    for (const value of typeof values === "string" ? [values] : (values ?? []))
      all.append(name, value);
  }
  return all;
}

function headerOf(headers: WireHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === "object" ? value.join(", ") : value;
}

function parsed(body: string): unknown {
  if (body === "") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** A parameter as a query holds it: lists and objects as JSON, a number never as 1e-7. */
function text(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? decimal(value) : JSON.stringify(value);
}

function decimal(value: number): string {
  const short = String(value);
  if (!short.includes("e")) return short;
  return value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 });
}
