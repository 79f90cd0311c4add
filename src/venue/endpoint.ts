/**
 * One endpoint of an exchange, as data: method, path, what it takes from which limit, its schemas.
 *
 *     depth: get("/api/v3/depth", { params, answer, weight: { requestWeight: 5 } })
 */
import type { z } from "zod";
import type { Limit, Scope } from "../limits/limit.ts";
import type { Priority } from "../priority.ts";
import type { Account } from "./signing.ts";

/** An answer as a declaration sees it: whatever the exchange sent, parsed as JSON where it is JSON. */
export type Answer<Body = unknown> = Readonly<{
  status: number;
  /** By its name in any case. */
  header(name: string): string | undefined;
  /** The parsed JSON; the text where it is none; `undefined` where there was nothing. */
  body: Body;
}>;

/** A number, or a function of the parameters; `scope` names the bucket where a call draws from several. */
export type Price<Params> = number | ((params: Params, scope: Scope) => number);

/** Known before the call, or only from the answer: then `reserve` is the most it may be. */
export type Weight<Params, Body> =
  | Price<Params>
  | Readonly<{
      reserve: Price<Params>;
      actual: (answer: Answer<Body | undefined>, params: Params, scope: Scope) => number;
    }>;

/** What became of one item of a batch. */
export type Item = Readonly<{
  executed: "yes" | "no" | "unknown";
  /** The exchange's own code for it, where it has one. */
  code?: string | number | undefined;
}>;

/** Which answers are meant: all that is said has to fit. */
export type Fitting = Readonly<{
  status?: number;
  code?: string | number;
  when?: (answer: Answer) => boolean;
}>;

/** Whose order it was, and when it was sent, epoch ms by the exchange's clock as far as that is known. */
type Sending = Readonly<{ account: Account | undefined; sentMs: number }>;

/** Where an order is looked for by its client id. */
export type Search<Params> = Readonly<{
  /** The endpoint that shows it. It changes nothing. */
  ask: string;
  /** What that is asked with. */
  by(order: Params, sending: Sending): Readonly<Record<string, unknown>>;
  /** The refusal by which the exchange says that it knows no such order. */
  notFound?: Fitting;
  /**
   * When the order that is shown was placed, epoch ms by the exchange's clock: where a name may be used again,
   * one that is older than ours is another one. @default ours is the only one of its name
   */
  placedMs?(found: Answer, order: Params): number | undefined;
  /** What the order's own answer would have been, by the one that shows it; `undefined` where that shows none. */
  answer(found: Answer, order: Params): unknown;
}>;

/**
 * How the fate of an order is found out where no answer has told it. What is nowhere shown is not there, if
 * it was looked for late enough.
 *
 *     outcome: {
 *       ask: "queryOrder",
 *       by: ({ symbol, newClientOrderId }) => ({ symbol, origClientOrderId: newClientOrderId }),
 *       notFound: { code: -2013 },
 *       settleMs: () => 12_000,
 *       answer: ({ body }) => body,
 *     }
 */
export type Outcome<Params> = Search<Params> &
  Readonly<{
    /** Where to look then: where orders that are done are not shown with those that are open. */
    orElse?: Search<Params>;
    /** An order that is not there so long after it was sent will not come any more, ms. */
    settleMs(order: Params): number;
  }>;

/** A list of orders in one call, each with a name of its own. What all of them need stands beside the list. */
type Batch = Readonly<{
  /** The parameter that is the list. */
  list: string;
  /** The parameter of an order of it, as `clientId` is that of a single one. */
  clientId: string;
  /** Of one of them: its parameters, with those beside the list. */
  outcome?: Outcome<unknown>;
  /** What the answer of all would have been, by those of each. @default the list of them */
  answer?(each: readonly unknown[]): unknown;
}>;

/** Where parameters go: into the body, as JSON or as a form, or into the query. */
export type Sends = "json" | "form" | "query";

/** What a declaration writes about one endpoint. */
export type EndpointSpec<P extends z.ZodType, A extends z.ZodType, Name extends string> = Readonly<{
  params: P;
  answer: A;
  /** What it takes, by limit. No default: what has no weight cannot be called. */
  weight: Readonly<Record<Name, Weight<z.output<P>, z.output<A>>>>;
  /** A limit of this endpoint alone, called `own` in `weight`. */
  own?: Limit;
  /** @default "none" */
  auth?: "none" | "key" | "signed" | "either";
  /** @default "normal" */
  priority?: Priority;
  /** It changes something at the exchange: what comes late is worth less. @default true but for GET */
  changes?: boolean;
  /** May be sent again when its outcome is unknown. @default true for what changes nothing */
  idempotent?: boolean;
  /** Parameters that price the call and are not sent: an order's pair, its age. */
  hints?: readonly (keyof z.output<P> & string)[];
  /** Where its parameters go, if not where the venue's others of this method do. */
  sends?: Sends;
  /** What is sent as JSON, where that is no object of the parameters: a list of orders. */
  body?: (params: z.output<P>) => unknown;
  /** Scheme and host, where that is another one than the venue's. A client with an origin of its own has but one. */
  origin?: string;
  /** The parameter that names an order before the exchange knows it. */
  clientId?: keyof z.output<P> & string;
  /** How what became of it is found out, where no answer has told it. It needs a `clientId`. */
  outcome?: Outcome<z.output<P>>;
  /** Where it places several orders. */
  batch?: Batch;
  /**
   * Of a batch: what became of each item. Where one was or may have been executed, the batch is never sent
   * again. `undefined` where the answer does not speak of items.
   */
  items?(answer: Answer, params: z.output<P>): readonly Item[] | undefined;
  /**
   * It undoes the order of that `clientId`: one that is still in line is taken out instead, if it is of
   * the same account and every text that both calls say (a symbol, a category) is the same.
   */
  withdraws?: boolean;
  /** Equal reads share one call, unless the call says otherwise. For what changes nothing. @default false */
  coalesce?: boolean;
}>;

/** A declared endpoint. `drawsFrom` lists the limits it takes from; the rest is for the client. */
export type Endpoint<
  P extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
  Name extends string = string,
> = Readonly<{
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  params: P;
  answer: A;
  drawsFrom: readonly Name[];
  /** By limit. */
  weight: Readonly<Record<string, CheckedWeight>>;
  own?: Limit;
  auth: "none" | "key" | "signed" | "either";
  priority: Priority;
  changes: boolean;
  idempotent: boolean;
  hints: readonly string[];
  sends?: Sends;
  body?: (params: Readonly<Record<string, unknown>>) => unknown;
  origin?: string;
  clientId?: string;
  outcome?: Outcome<unknown>;
  batch?: Batch;
  items?(answer: Answer, params: unknown): readonly Item[] | undefined;
  withdraws: boolean;
  coalesce: boolean;
}>;

/** A weight as it is asked for: of parameters that the endpoint's own schema has accepted. */
export type CheckedWeight = Readonly<{
  /** The most that it may be. */
  reserve: (params: unknown, scope: Scope) => number;
  /** What it was, by the answer, where that is not known before. */
  actual?: (answer: Answer, params: unknown, scope: Scope) => number;
}>;

type Verb = <P extends z.ZodType, A extends z.ZodType, Name extends string>(
  path: string,
  spec: EndpointSpec<P, A, Name>,
) => Endpoint<P, A, Name>;

/** Declares a GET: idempotent unless it says otherwise. */
export const get: Verb = (path, spec) => endpoint("GET", path, spec);

/** Declares a POST. */
export const post: Verb = (path, spec) => endpoint("POST", path, spec);

/** Declares a PUT. */
export const put: Verb = (path, spec) => endpoint("PUT", path, spec);

/** Declares a PATCH. */
export const patch: Verb = (path, spec) => endpoint("PATCH", path, spec);

/** Declares a DELETE. */
export const del: Verb = (path, spec) => endpoint("DELETE", path, spec);

function endpoint<P extends z.ZodType, A extends z.ZodType, Name extends string>(
  method: Endpoint["method"],
  path: string,
  spec: EndpointSpec<P, A, Name>,
): Endpoint<P, A, Name> {
  const { body, ...rest } = spec;
  const changes = spec.changes ?? method !== "GET";
  return {
    auth: "none",
    priority: "normal",
    idempotent: !changes,
    hints: [],
    withdraws: false,
    coalesce: false,
    ...rest,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Accepted by the schema of `P`.
    ...(body !== undefined && { body: (params) => body(params as z.output<P>) }),
    changes,
    method,
    path,
    // `Object.keys` forgets that the keys of a record are its names.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    drawsFrom: Object.keys(spec.weight) as Name[],
    weight: Object.fromEntries(
      Object.entries<Weight<z.output<P>, z.output<A>>>(spec.weight).map(([name, weight]) => [
        name,
        checked(weight),
      ]),
    ),
  };
}

/** Forgets the types of parameters and answers: from here on the endpoint's schemas vouch for them. */
export function checked<Params, Body>(weight: Weight<Params, Body>): CheckedWeight {
  if (typeof weight === "number") return { reserve: () => weight };
  if (typeof weight === "function") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Accepted by the schema of `Params`.
    return { reserve: (params, scope) => weight(params as Params, scope) };
  }
  return {
    ...checked(weight.reserve),
    actual: (answer, params, scope) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A body is what a declaration makes of it.
      weight.actual(answer as Answer<Body>, params as Params, scope),
  };
}
