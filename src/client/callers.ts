/** The client as each of its callers sees it: one typed method for each endpoint of a venue. */
import type { z } from "zod";
import { InvalidCallError } from "../errors.ts";
import type { Gate } from "../gate/gate.ts";
import type { Endpoint } from "../venue/endpoint.ts";
import type { Account } from "../venue/signing.ts";
import type { Venue } from "../venue/venue.ts";
import { callOf } from "./call.ts";
import type { Call } from "./call.ts";
import { prepare } from "./prepare.ts";
import type { Caller, Desk, Prepared } from "./prepare.ts";
import { perform } from "./request.ts";
import type { CallOptions } from "./request.ts";
import { wayOf } from "./route.ts";
import type { Way } from "./route.ts";

/** One endpoint: call it, or ask what it would cost. */
export type Callable<Params, Body> = {
  (
    ...args: {} extends Params
      ? [params?: Params, options?: CallOptions]
      : [params: Params, options?: CallOptions]
  ): Call<Body>;
  /** What it would take from each limit, and about how long it would wait. Sends and charges nothing. */
  estimate(
    ...args: {} extends Params ? [params?: Params] : [params: Params]
  ): Readonly<{ cost: Readonly<Record<string, number>>; waitMs: number }>;
  /**
   * Says that an order of this client is known from elsewhere, by a socket's message for instance: whoever
   * waits to learn what became of it gets `answer`. False where nobody does.
   */
  confirm(clientId: string, answer: Body): boolean;
};

/** A method for each endpoint. `as`, `gate` and `close` are the only other names: no venue's word is taken. */
export type Client<V extends Venue, Name extends string = string> = {
  readonly [K in keyof V["endpoints"]]: V["endpoints"][K] extends Endpoint<infer P, infer A>
    ? Callable<z.input<P>, z.output<A>>
    : never;
} & {
  /** The same client, calling for one of its accounts. */
  as(account: Name): Client<V, Name>;
  /** Every bucket, the line, and what can be listened to. */
  readonly gate: Gate<keyof V["limits"] & string>;
  /** Rejects what waits in line. Buckets stay: others may share them. */
  close(): Promise<void>;
};

/** The client, for each of its callers: made when it is asked for, since there may be a thousand of them. */
export class Callers<V extends Venue, Name extends string> {
  readonly #desk: Desk;
  readonly #accounts: ReadonlyMap<string, Account>;
  readonly #clients = new Map<string, Client<V, Name>>();
  /** What all of them look like. */
  readonly #methods: object;

  constructor(desk: Desk, accounts: ReadonlyMap<string, Account>) {
    this.#desk = desk;
    this.#accounts = accounts;
    const names = Object.keys(desk.venue.endpoints);
    this.#methods = {
      ...Object.fromEntries(names.map((name) => [name, method(desk, name, undefined)])),
      as: (name: string) => this.as(name),
      gate: desk.gate,
      close: () => desk.gate.close(),
    };
  }

  as(name: string): Client<V, Name> {
    const known = this.#clients.get(name);
    if (known !== undefined) return known;
    const account = this.#accounts.get(name);
    if (account === undefined) {
      const names = [...this.#accounts.keys()].join(", ") || "none";
      throw new InvalidCallError(`No account is called "${name}"; there are ${names}.`);
    }
    const client = this.client({ name, account });
    this.#clients.set(name, client);
    return client;
  }

  client(caller: Caller): Client<V, Name> {
    const desk = this.#desk;
    const made = new Map<string, Callable<unknown, unknown>>();
    const get = (methods: object, name: string | symbol): unknown => {
      // A client is no promise, whatever asks it.
      if (typeof name === "symbol" || name === "then" || name === "toJSON")
        return Reflect.get(methods, name);
      const known = made.get(name);
      if (known !== undefined) return known;
      if (Object.hasOwn(desk.venue.endpoints, name)) {
        const one = method(desk, name, caller);
        made.set(name, one);
        return one;
      }
      // One that is not declared is a call like any other, and is refused like one: typed, at once.
      return name in methods ? Reflect.get(methods, name) : method(desk, name, undefined);
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Made from the endpoints that the type is made from.
    return new Proxy(this.#methods, { get }) as unknown as Client<V, Name>;
  }
}

function method(desk: Desk, name: string, caller: Caller): Callable<unknown, unknown> {
  let way: Way | undefined;
  const prepared = (params: unknown): Prepared => {
    const { own, spread, over } = (way ??= wayOf(desk, name, caller));
    if (spread === undefined) return prepare(desk, own, params);
    const calls = over.map((route) => prepare(desk, route, params));
    return spread.pick(calls, desk.gate);
  };
  const call = (params?: unknown, options: CallOptions = {}): Call<unknown> =>
    callOf((async () => perform(desk, prepared(params), options))());
  const estimate = (
    params?: unknown,
  ): { cost: Readonly<Record<string, number>>; waitMs: number } => {
    const { priced, draws, endpoint } = prepared(params);
    const cost: Record<string, number> = {};
    for (const { name: limit, draw } of priced) cost[limit] = (cost[limit] ?? 0) + draw.cost;
    return { cost, waitMs: desk.gate.estimate(draws, { priority: endpoint.priority }).waitMs };
  };
  const confirm = (clientId: string, answer: unknown): boolean =>
    desk.confirmations.confirm({ name, caller, clientId }, answer);
  return Object.assign(call, { estimate, confirm });
}
