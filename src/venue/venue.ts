/**
 * One exchange API with limits of its own, as data. `defineVenue` checks it once, at load time, so that
 * a wrong word in a declaration cannot wait for the day on which it is needed.
 */
import type { z } from "zod";
import type { Report } from "../limits/bucket.ts";
import { checkLimit } from "../limits/limit.ts";
import type { Limit } from "../limits/limit.ts";
import type { Answer, Endpoint, Search, Sends } from "./endpoint.ts";
import type { Refusal } from "./refusals.ts";
import type { Signer } from "./signing.ts";

/** Reads what an answer says about limits, by name; `own` is what the endpoint alone drew from. */
export type Reader<Name extends string> = (
  answer: Answer,
) => Readonly<Partial<Record<Name | "own", Report>>>;

type Endpoints<Name extends string> = Readonly<
  Record<string, Endpoint<z.ZodType, z.ZodType, Name | "own">>
>;

/** One exchange API with limits of its own. */
export type Venue<
  Name extends string = string,
  E extends Endpoints<Name> = Endpoints<Name>,
> = Readonly<{
  name: string;
  origin: string;
  limits: Readonly<Record<Name, Limit>>;
  /** What every call weighs, unless its endpoint says otherwise. */
  everyCall?: Readonly<Partial<Record<Name, number>>>;
  /** Dimensions that are not just a parameter. Several values: the call draws from the bucket of each. */
  dimensions?: Readonly<
    Record<string, (params: Readonly<Record<string, unknown>>) => string | readonly string[]>
  >;
  reports?: readonly Reader<Name>[];
  /** Where the venue puts its error code. */
  code?: (answer: Answer) => string | number | undefined;
  /** The first that fits decides. */
  refusals: readonly Refusal<Name>[];
  /** What a bare number in its `Retry-After` counts. @default "s" */
  retryAfterIn?: "s" | "ms";
  /** The exchange's own time in an answer, epoch ms, where it is finer than the `Date` header. */
  serverTimeMs?: (answer: Answer) => number | undefined;
  /** The endpoint that tells it, called without parameters where a timestamp was refused. */
  timeEndpoint?: string;
  sign?: Signer;
  /**
   * A name for an order whose caller gave it none, in the form that the exchange takes, of 32 random
   * hexadecimal digits. @default none is given
   */
  nameOrder?: (hex: string) => string | number;
  /** Where the parameters of a POST, PUT or PATCH go; those of a GET or DELETE go into the query. @default "json" */
  sends?: Sends;
  /** A list in a query or a form: one JSON text, or its name once for each of its members. @default "json" */
  lists?: "json" | "repeated";
  endpoints: E;
}>;

/** The names that a client has beside its endpoints. */
const reserved: ReadonlySet<string> = new Set(["as", "gate", "close"]);

/**
 * Declares a venue.
 *
 * @throws {RangeError} If a limit's figure is none, or its headroom is not a safe one.
 * @throws {TypeError} If a weight, a refusal or `everyCall` names a limit that does not exist, a refusal
 * would fit every answer, an endpoint is named `as`, `gate` or `close`, draws from a limit called `own`
 * that it does not have, needs a signature that the venue cannot make, is asked for an outcome that it
 * cannot show, or for its time in a way that it does not answer, or an origin is none.
 */
export function defineVenue<
  const L extends Readonly<Record<string, Limit>>,
  const E extends Endpoints<keyof L & string>,
>(
  venue: Omit<Venue<keyof L & string, E>, "limits"> & Readonly<{ limits: L }>,
): Venue<keyof L & string, E> {
  if ("own" in venue.limits) {
    throw new TypeError(`${venue.name}: "own" is an endpoint's limit, not a venue's.`);
  }
  for (const limit of Object.values(venue.limits)) checkLimit(limit);
  checkNames(venue, "everyCall", Object.keys(venue.everyCall ?? {}));
  for (const [index, refusal] of venue.refusals.entries()) checkRefusal(venue, index, refusal);
  for (const [name, endpoint] of Object.entries(venue.endpoints)) {
    checkEndpoint(venue, name, endpoint);
    checkOutcome(venue, name, endpoint);
  }
  checkTimeEndpoint(venue);
  checkOrigin(venue, venue.origin);
  return venue;
}

type Declared = Pick<Venue, "name" | "limits" | "sign">;

function checkNames(venue: Declared, where: string, names: readonly string[]): void {
  for (const name of names) {
    if (Object.hasOwn(venue.limits, name)) continue;
    throw new TypeError(
      `${venue.name}: ${where} names the limit "${name}", which is not declared.`,
    );
  }
}

function checkRefusal(venue: Declared, index: number, refusal: Refusal<string>): void {
  const names = (refusal.limits ?? []).filter((name) => name !== "own");
  checkNames(venue, `refusal ${index}`, names);
  if ((refusal.status ?? refusal.code ?? refusal.when) === undefined) {
    throw new TypeError(`${venue.name}: refusal ${index} would fit every answer.`);
  }
}

function checkEndpoint(venue: Declared, name: string, endpoint: Endpoint): void {
  if (reserved.has(name)) {
    throw new TypeError(
      `${venue.name}: an endpoint cannot be called "${name}"; a client has that name.`,
    );
  }
  const { own, drawsFrom, auth, origin } = endpoint;
  if (origin !== undefined) checkOrigin(venue, origin);
  if (own !== undefined) checkLimit(own);
  const names = drawsFrom.filter((limit) => limit !== "own" || own === undefined);
  checkNames(venue, `the weight of ${name}`, names);
  if (auth !== "none" && venue.sign === undefined) {
    throw new TypeError(
      `${venue.name}: ${name} needs credentials, and the venue declares no way to sign.`,
    );
  }
}

function checkTimeEndpoint({ name, timeEndpoint = "", endpoints }: Venue): void {
  if (timeEndpoint === "") return;
  const endpoint = endpoints[timeEndpoint];
  const answers = endpoint?.auth === "none" && !endpoint.changes;
  if (answers && endpoint.params.safeParse({}).success) return;
  throw new TypeError(
    `${name}: "${timeEndpoint}" is no public endpoint without parameters that could tell the time.`,
  );
}

function checkOutcome(
  venue: Pick<Venue, "name" | "endpoints">,
  name: string,
  endpoint: Endpoint,
): void {
  const isNamed = endpoint.outcome === undefined || endpoint.clientId !== undefined;
  const canAsk = searchesOf(endpoint).every(
    ({ ask }) => Object.hasOwn(venue.endpoints, ask) && venue.endpoints[ask]?.changes === false,
  );
  if (isNamed && canAsk) return;
  throw new TypeError(
    `${venue.name}: the outcome of ${name} needs a clientId, and an endpoint to ask that changes nothing.`,
  );
}

/** Wherever orders of an endpoint may be looked for. */
export function searchesOf({ outcome, batch }: Endpoint): readonly Search<unknown>[] {
  return [outcome, outcome?.orElse, batch?.outcome, batch?.outcome?.orElse].filter(
    (search) => search !== undefined,
  );
}

function checkOrigin(venue: Declared, origin: string): void {
  if (!isOrigin(origin)) throw new TypeError(`${venue.name}: "${origin}" is no origin.`);
}

/** Scheme, host and port of a web server and nothing behind them: paths are appended to it. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && origin === text;
}
