/**
 * What a bot does on a venue, as data: loops of calls, each after a pause. A venue's `demo.ts` says it,
 * and whoever compares two clients has both of them do the same.
 *
 *     task: [ pause, call ] [ pause, call ] ...        the next call may depend on whether the last one
 *                                                      was accepted
 */
import type { Limit } from "../limits/limit.ts";
import type { Endpoint } from "../venue/endpoint.ts";
import type { Account } from "../venue/signing.ts";
import type { Venue } from "../venue/venue.ts";
import type { ServerSide } from "./emulator.ts";

/** One call of a bot. */
export type WorkloadCall = Readonly<{
  /** The pause of its loop before it, ms. */
  afterMs: number;
  endpoint: string;
  params: Readonly<Record<string, unknown>>;
  /** The name of the account that makes it; nobody's where it is public. */
  account?: string;
  /** @default its endpoint's */
  priority?: Endpoint["priority"];
  /** Its wait is reported as that of a cancel. */
  measure?: "cancel";
}>;

/** One loop of a bot, for ever. It is told of each call whether the exchange accepted it. */
export type Task = Generator<WorkloadCall, void, boolean>;

/** A venue, its server side with the same figures, and what a bot does there. */
export type Workload = Readonly<{
  venue: Venue;
  /** Which limit the server side's main one is, in the venue's words. */
  mainLimit: string;
  /** The figures of limits that are not the published ones, for the client. */
  limits: Readonly<Record<string, Partial<Limit>>>;
  /** By name; the server side knows them. */
  accounts: Readonly<Record<string, Account>>;
  /** A fresh server side, with the same limits as the client has. */
  serverSide(): ServerSide;
  /** All that a bot does, anew. The same each time, however the calls fare. */
  tasks(): readonly Task[];
  /** A modest part of it, of public calls alone, that the exchange itself may be asked for. */
  liveTasks(): readonly Task[];
}>;

/** A workload may be made for another window than the usual one, and from another seed. */
export type WorkloadOptions = Readonly<{
  /** Of the main limit, ms. */
  windowMs?: number;
  /** Of everything random. @default 1 */
  seed?: number;
}>;
