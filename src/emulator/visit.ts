/** A request as a server side reads it: its parameters, wherever they stand, and whose key it carries. */
import type { ServerRequest } from "./emulator.ts";

/** One account at an emulated exchange. */
export type ServerAccount = Readonly<{
  name: string;
  secret: string;
  passphrase?: string;
}>;

export type Visit = Readonly<{
  request: ServerRequest;
  /** Of the path, the query and the body, which is JSON or a form. A body that is no object is `body`. */
  params: Readonly<Record<string, unknown>>;
  /** Epoch ms by the server's clock. */
  nowMs: number;
  /** Whose key it carries; nobody's where there is none, or an unknown one. */
  caller?: ServerAccount & Readonly<{ apiKey: string }>;
}>;

/** The parameters of a request; `inPath` are those that its path has held. */
export function parametersOf(
  request: ServerRequest,
  inPath: Readonly<Record<string, string>> = {},
): Readonly<Record<string, unknown>> {
  const { query, body, headers } = request;
  return { ...inPath, ...fieldsOf(query), ...bodyOf(body, headers["content-type"] ?? "") };
}

function fieldsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(text));
}

function bodyOf(body: string, type: string): Readonly<Record<string, unknown>> {
  if (body === "") return {};
  if (type.includes("x-www-form-urlencoded")) return fieldsOf(body);
  const parsed = json(body);
  const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  return isObject ? { ...parsed } : { body: parsed };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Found<Route> = Readonly<{ route: Route; inPath: Readonly<Record<string, string>> }>;
type Find<Route> = (
  request: Pick<ServerRequest, "method" | "host" | "path">,
) => Found<Route> | undefined;

/** Finds the route of a path, where `{name}` stands for one part of it, among those of its host. */
export function routesOf<Route>(routes: Readonly<Record<string, Route>>): Find<Route> {
  const named = Object.entries(routes).map(([name, route]) => {
    const [method = "", host = "", path = ""] = /^(\S+) ([^/]*)(.*)$/.exec(name)?.slice(1) ?? [];
    return { name: `${method} ${path}`, host, route };
  });
  const hosts = new Set(named.map(({ host }) => host).filter((host) => host !== ""));
  const ofHost = new Map(
    [...hosts].map((host) => {
      const theirs = named.filter((one) => one.host === "" || one.host === host);
      return [host, finderOf(theirs)] as const;
    }),
  );
  const ofAny = finderOf(named);
  return (request) => (ofHost.get(request.host ?? "") ?? ofAny)(request);
}

function finderOf<Route>(routes: readonly Readonly<{ name: string; route: Route }>[]): Find<Route> {
  const plain = new Map<string, Route>();
  const patterns: Readonly<{ pattern: RegExp; route: Route }>[] = [];
  for (const { name, route } of routes) {
    if (name.includes("{")) patterns.push({ pattern: patternOf(name), route });
    else if (!plain.has(name)) plain.set(name, route);
  }
  return ({ method, path }) => {
    const asked = `${method} ${path}`;
    const route = plain.get(asked);
    if (route !== undefined) return { route, inPath: {} };
    for (const one of patterns) {
      const found = one.pattern.exec(asked);
      if (found !== null) return { route: one.route, inPath: decoded(found.groups ?? {}) };
    }
    return undefined;
  };
}

function patternOf(route: string): RegExp {
  const escaped = route.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

function decoded(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}
