/** A call to the request as it stands on the wire, and what came back to an answer that a venue can read. */
import { InvalidCallError } from "../errors.ts";
import type { Answer, Endpoint, Sends } from "../venue/endpoint.ts";
import type { Outgoing } from "../venue/signing.ts";
import type { Carried } from "./carrier.ts";
import { headerOf } from "./headers.ts";

type Params = Readonly<Record<string, unknown>>;

/** How a venue's requests are written, and where to. */
type Writing = Readonly<{
  origin: string;
  sends?: Sends | undefined;
  lists?: "json" | "repeated" | undefined;
}>;

/** The request before it is signed: parameters in the path, the query or the body. */
export function outgoingOf(endpoint: Endpoint, params: Params, to: Writing): Outgoing {
  const { method, body } = endpoint;
  let notSent = endpoint.hints;
  const path = !endpoint.path.includes("{")
    ? endpoint.path
    : endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = params[name];
        if (value === undefined)
          throw new InvalidCallError(`${endpoint.path} needs the parameter "${name}".`);
        notSent = [...notSent, name];
        return encodeURIComponent(text(value));
      });
  const sends = endpoint.sends ?? (inQuery.has(method) ? "query" : (to.sends ?? "json"));
  if (body !== undefined || sends === "json") {
    const sent = Object.entries(params).filter(([name]) => !notSent.includes(name));
    const json = JSON.stringify(body === undefined ? Object.fromEntries(sent) : body(params));
    return { method, url: new URL(to.origin + path), headers: inJson, body: json };
  }
  const fields = fieldsOf(params, notSent, to.lists === "repeated");
  if (sends === "form")
    return { method, url: new URL(to.origin + path), headers: inForm, body: fields };
  const query = fields === "" ? "" : `?${fields}`;
  return { method, url: new URL(to.origin + path + query), headers: noHeaders };
}

const inQuery: ReadonlySet<string> = new Set(["GET", "DELETE"]);

const noHeaders: Outgoing["headers"] = {};
const inJson: Outgoing["headers"] = { "content-type": "application/json" };
const inForm: Outgoing["headers"] = { "content-type": "application/x-www-form-urlencoded" };

function fieldsOf(params: Params, notSent: readonly string[], repeated: boolean): string {
  let fields = "";
  const add = (name: string, value: unknown): void => {
    fields += `${fields === "" ? "" : "&"}${encodeURIComponent(name)}=${encodeURIComponent(text(value))}`;
  };
  for (const name of Object.keys(params)) {
    const value = params[name];
    if (value === undefined || notSent.includes(name)) continue;
    if (repeated && Array.isArray(value)) for (const one of value) add(name, one);
    else add(name, value);
  }
  return fields;
}

/** What came back, with its body parsed where it is JSON. */
export function answerOf({ status, headers, body }: Carried): Answer {
  return { status, header: (name) => headerOf(headers, name), body: parsed(body) };
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
