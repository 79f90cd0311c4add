/**
 * What an exchange is like from the other side, as a table: how it counts whom, what each route takes, and
 * its every way to say no. `define-server.ts` makes a server side of it.
 */
import type { CountingModel } from "./models/model.ts";
import type { ServerAnswer } from "./emulator.ts";
import type { ServerAccount, Visit } from "./visit.ts";

/** One of the exchange's limits, as it counts. */
export type ServerPool<No extends string> = Readonly<{
  model: CountingModel;
  /** The size to tell of, and to share with others; by key where that differs. */
  max: number | ((key: string) => number);
  windowMs: number;
  /** Whom a call is counted for: one, or each of several. */
  whose: (visit: Visit) => string | readonly string[];
  /** How it says that there is no room. */
  refusal: No;
}>;

/**
 * A no, as the exchange documents it; its body is sent as JSON, a text as it is. `kind` and `executed` say
 * what it means, for those who check what a client makes of it.
 */
export type ServerRefusal = Readonly<{
  status: number;
  headers?: Said<Readonly<Record<string, string>>>;
  body: Said<string | object>;
  kind:
    | "quota"
    | "ban"
    | "firewall"
    | "overload"
    | "timestamp"
    | "credentials"
    | "fault"
    | "request";
  executed: "no" | "partly" | "unknown";
}>;

/** The same for everybody, or of the request and for how long there is no room. */
type Said<Value> = Value | ((visit: Visit, waitMs: number) => Value);

/** So much for everybody, or by the request and whom it is counted for. */
export type ServerCost = number | ((visit: Visit, key: string) => number);

export type ServerRoute<Pool extends string, No extends string> = Readonly<{
  /** What it takes, by limit, in the order in which they are asked; of several keys, of each. */
  takes: Readonly<Partial<Record<Pool | "own", ServerCost>>>;
  /** A limit of this route alone. */
  own?: ServerPool<No>;
  /** Only for those whose signature is right. @default false */
  signed?: boolean;
  /** The body of its answer, sent as JSON. @throws {No} For a refusal of its own. */
  answer: (visit: Visit) => unknown;
}>;

/** Where a limit stands for the last key of this call that was counted in it. */
export type PoolState = Readonly<{
  used: number;
  max: number;
  windowMs: number;
  /** 0 where there was room. */
  waitMs: number;
}>;

/** By limit; those that this call was counted in. */
export type PoolStates = Readonly<Record<string, PoolState | undefined>>;

export type ServerRules<Pool extends string, No extends string> = Readonly<{
  pools: Readonly<Record<Pool, ServerPool<No>>>;
  /** The limit that others on the same address may share. @default there is none */
  main?: Pool;
  /**
   * By method and path: `GET /orders/{id}`. One that names a host, `GET api.example.com/orders/{id}`, is for
   * that host alone; a request to a host that none of them names may mean any, and gets the first that fits.
   */
  routes: Readonly<Record<string, ServerRoute<Pool, No>>>;
  refusals: Readonly<Record<No, ServerRefusal>>;
  /** The key that a request carries. */
  keyOf?: (visit: Omit<Visit, "caller">) => string | undefined;
  /** What is wrong with the signature of a signed call; nothing where it is right. */
  checkSignature?: (visit: Visit, account: ServerAccount) => No | undefined;
  /** The no to a signed route without a known key. */
  withoutKey?: No;
  /** What comes for a path that it does not have. */
  notFound: ServerAnswer;
  /** What each answer tells about the limits that its call was counted in. */
  headers?: (visit: Visit, states: PoolStates) => Readonly<Record<string, string>>;
}>;
