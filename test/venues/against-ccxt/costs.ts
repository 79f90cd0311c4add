/** ccxt's table of costs: what a call of each of its endpoints costs, and by which URL it goes. */
import { load } from "../judges/clients.ts";

type Config = Readonly<Record<string, unknown>>;
type Api = string | readonly string[];

type Signed = Readonly<{ url: string }>;

/** What is used of an exchange of ccxt. */
type Exchange = Readonly<{
  api: Config;
  rateLimit: number;
  sign(path: string, api: Api, method: string, params: object): Signed;
  calculateRateLimiterCost(...call: readonly unknown[]): unknown;
}>;

type ExchangeClass = new (options: Readonly<Record<string, string>>) => Exchange;

/** One endpoint of ccxt. */
export type Costed = Readonly<{
  method: string;
  /** With `{}` for what stands in its path. */
  url: string;
  cost: (params: object) => number;
  /** The parameters that its price is told apart by. */
  cases: readonly Readonly<{ when: string; params: object }>[];
}>;

export type Costs = Readonly<{ rateLimitMs: number; endpoints: readonly Costed[] }>;

const methods: ReadonlySet<string> = new Set(["get", "post", "put", "delete", "patch"]);

export async function costsOf(exchange: string): Promise<Costs> {
  const path = `./node_modules/ccxt/js/src/${exchange}.js`;
  const { default: Class } = await load<Readonly<{ default: ExchangeClass }>>(path);
  const at = new Class({ apiKey: "key", secret: "c2VjcmV0", password: "pass" });
  return { rateLimitMs: at.rateLimit, endpoints: endpointsIn(at, at.api, []) };
}

/** Groups lie in groups; below a method there are paths. */
function endpointsIn(at: Exchange, group: Config, names: readonly string[]): readonly Costed[] {
  return Object.entries(group).flatMap(([name, inner]) => {
    if (!isConfig(inner)) return [];
    if (!methods.has(name)) return endpointsIn(at, inner, [...names, name]);
    return Object.entries(inner).flatMap(([path, config]) => {
      const endpoint = endpointOf(at, { names, method: name.toUpperCase(), path, config });
      return endpoint === undefined ? [] : [endpoint];
    });
  });
}

function endpointOf(
  at: Exchange,
  asked: Readonly<{ names: readonly string[]; method: string; path: string; config: unknown }>,
): Costed | undefined {
  const { names, method, path } = asked;
  const config = isConfig(asked.config) ? asked.config : { cost: asked.config };
  const api: Api = names.length === 1 ? (names[0] ?? "") : names;
  const url = urlOf(at, { api, method, path });
  if (url === undefined) return undefined;
  const cost = (params: object): number =>
    Number(at.calculateRateLimiterCost(api, method, path, params, config));
  return { method, url, cost, cases: casesOf(config) };
}

/** Signing makes the URL. Some paths need parameters for that; they are left out. */
function urlOf(
  at: Exchange,
  { api, method, path }: Readonly<{ api: Api; method: string; path: string }>,
): string | undefined {
  try {
    const { url } = at.sign(path, api, method, {});
    return plain(url.replace(/\?.*$/, ""));
  } catch {
    return undefined;
  }
}

/** A URL without the names of what stands in its path. */
export function plain(url: string): string {
  return url.replaceAll(/(\{|%7B)\w*(\}|%7D)/gi, "{}");
}

function casesOf(config: Config): Costed["cases"] {
  const symbol = "BTCUSDT";
  const { noSymbol, noCoin, byLimit } = config;
  const steps: readonly unknown[] = Array.isArray(byLimit) ? byLimit : [];
  return [
    { when: "", params: { symbol, coin: "BTC" } },
    ...(noSymbol === undefined ? [] : [{ when: "no symbol", params: {} }]),
    ...(noCoin === undefined ? [] : [{ when: "no coin", params: {} }]),
    ...steps.map((step) => {
      const limit = Array.isArray(step) ? Number(step[0]) : NaN;
      return { when: `limit ${limit}`, params: { symbol, limit } };
    }),
  ];
}

function isConfig(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
