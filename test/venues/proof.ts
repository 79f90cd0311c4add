/**
 * What shows that a venue's declaration is right: its client against its server side, in virtual time.
 *
 *     saturate    more demand than allowed: nothing refused, and the limit that binds is used
 *     classify    every no of the exchange, forced once: the client knows what it means
 */
import {
  MemoryLedger,
  RefusedError,
  UnknownOutcomeError,
  VirtualClock,
  createClient,
} from "headgate";
import type { Account, Level, Limit, Venue } from "headgate";
import { emulate, refusing, seededRandom } from "headgate/emulator";
import type { ServerAccount, ServerOptions, ServerRefusal, ServerSide } from "headgate/emulator";
import { plan } from "../../src/limits/limit.ts";

/** One call: an endpoint's name, its parameters, and whose it is. */
type Called = Readonly<{ endpoint: string; params?: object; as?: string }>;

export type Proof = Readonly<{
  venue: Venue;
  serverSide: (options: ServerOptions) => ServerSide;
  refusals: Readonly<Record<string, ServerRefusal>>;
  accounts?: Readonly<Record<string, Account>>;
  /** Asked for in turns, more of it than is allowed. */
  load: readonly Called[];
  /** The limit that binds then, by its name in levels. */
  binds: string;
  /** Which call meets a refusal, where it is not the first of the load. */
  refused?: Readonly<Record<string, Called>>;
}>;

export type Verdict = Readonly<{
  venue: string;
  /** How many there are, and for how many all of what they take and answer is declared. */
  endpoints: number;
  typed: number;
  refused: number;
  utilisation: number;
  rejectionsDeclared: number;
  rejectionsClassified: number;
}>;

const latencyMs = 20;
const jitterMs = 10;

/** Windows of the calendar begin with ours, so that whole ones are measured. */
const midnightMs = Date.UTC(2026, 10, 1);

/** So many callers that each limit has somebody waiting. */
const callers = 64;

/** What a client's methods look like to somebody who knows no venue. */
type Callable = ((params: object, options: Readonly<{ maxWaitMs: number }>) => Promise<unknown>) &
  Readonly<{ estimate(params: object): Readonly<{ cost: Readonly<Record<string, number>> }> }>;

type Bench = Readonly<{
  clock: VirtualClock;
  call: (called: Called) => Promise<unknown>;
  /** What a call takes from the limit that binds. */
  costOf: (called: Called) => number;
  levels: () => readonly Level[];
  server: ServerSide;
}>;

function benchOf({ venue, serverSide, binds, accounts = {} }: Proof, no?: ServerRefusal): Bench {
  const clock = new VirtualClock({ wallMs: midnightMs });
  const yes = serverSide({ accounts: serverAccounts(accounts) });
  const server = no === undefined ? yes : refusing(yes, no);
  const client = createClient(venue, {
    accounts,
    clock,
    ledger: new MemoryLedger({ clock, random: seededRandom(1) }),
    random: seededRandom(2),
    transport: emulate(server, { clock, latencyMs, jitterMs }),
    maxAttempts: 1,
  });
  const methodOf = ({ endpoint, as }: Called): Callable => {
    const method: unknown = Reflect.get(as === undefined ? client : client.as(as), endpoint);
    if (isCallable(method)) return method;
    throw new TypeError(`${venue.name} has no endpoint "${endpoint}".`);
  };
  return {
    clock,
    call: async (called) => methodOf(called)(called.params ?? {}, { maxWaitMs: Infinity }),
    costOf: (called) => {
      const { cost } = methodOf(called).estimate(called.params ?? {});
      return cost[binds === `${called.endpoint}.own` ? "own" : binds] ?? 0;
    },
    levels: () => client.gate.levels(),
    server,
  };
}

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}

/** The accounts of a client as the exchange knows them. */
export function serverAccounts(
  accounts: Readonly<Record<string, Account>>,
): Readonly<Record<string, ServerAccount>> {
  const known = Object.entries(accounts).map(([name, { apiKey, secret, passphrase }]) => {
    if (typeof secret !== "string") throw new TypeError(`The secret of ${name} is no text.`);
    return [apiKey, { name, secret, ...(passphrase !== undefined && { passphrase }) }] as const;
  });
  return Object.fromEntries(known);
}

/** More demand than the limits allow, for some minutes and at least some windows. */
export async function saturate(
  proof: Proof,
  minutes = 3,
): Promise<Pick<Verdict, "refused" | "utilisation">> {
  const { clock, call, costOf, levels, server } = benchOf(proof);
  const limit = limitOf(proof);
  const windowMs = "windowMs" in limit ? limit.windowMs : 1_000;
  const warmMs = Math.max(5_000, windowMs);
  const measuredMs = Math.ceil(Math.max(minutes * 60_000, 3 * windowMs) / windowMs) * windowMs;
  let refused = 0;
  server.onCounted(({ outcome }) => {
    if (outcome !== "accepted") refused += 1;
  });
  const costs = new Map(proof.load.map((called) => [called, costOf(called)]));
  let spent = 0;
  let open = true;
  let failure: Error | undefined;
  const caller = async (turn: number): Promise<void> => {
    for (let index = turn; open; index += callers) {
      const called = proof.load[index % proof.load.length];
      if (called === undefined) return;
      await call(called);
      if (clock.nowMs() >= warmMs) spent += costs.get(called) ?? 0;
    }
  };
  for (let turn = 0; turn < callers; turn += 1) {
    caller(turn).catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
  }
  await clock.advance(warmMs + measuredMs);
  open = false;
  if (failure !== undefined) throw failure;
  const planned = levels()
    .filter((level) => level.limit === proof.binds)
    .reduce((sum, level) => sum + plannedIn(measuredMs, { ...limit, max: level.max }), 0);
  return { refused, utilisation: spent / planned };
}

function limitOf({ venue, binds }: Proof): Limit {
  const limit = venue.limits[binds] ?? venue.endpoints[binds.replace(/\.own$/, "")]?.own;
  if (limit === undefined) throw new TypeError(`${venue.name} has no limit "${binds}".`);
  return limit;
}

/** How much is planned with in so much time. */
function plannedIn(forMs: number, limit: Limit & Readonly<{ max: number }>): number {
  const { planned, pace, headroom } = plan(limit);
  if (limit.counted === "bucket") return ((1 - headroom) * limit.refillPerSecond * forMs) / 1_000;
  return "windowMs" in limit ? (planned * pace * forMs) / limit.windowMs : planned;
}

/** The names of the refusals that the client took for something else, and for what. */
export async function misread(proof: Proof): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [name, meaning] of Object.entries(proof.refusals)) {
    const called = proof.refused?.[name] ?? proof.load[0];
    if (called === undefined) continue;
    const { clock, call } = benchOf(proof, meaning);
    const error = await clock.run(call(called).catch((failure: unknown) => failure));
    const said = error instanceof UnknownOutcomeError ? error.cause : error;
    const read = said instanceof RefusedError ? `${said.kind}, ${said.executed}` : String(said);
    if (read !== `${meaning.kind}, ${meaning.executed}`) wrong.push(`${name}: ${read}`);
  }
  return wrong;
}

export async function prove(proof: Proof, minutes?: number): Promise<Verdict> {
  const endpoints = Object.values(proof.venue.endpoints);
  const declared = Object.keys(proof.refusals).length;
  return {
    venue: proof.venue.name,
    endpoints: endpoints.length,
    typed: endpoints.filter(isTyped).length,
    ...(await saturate(proof, minutes)),
    rejectionsDeclared: declared,
    rejectionsClassified: declared - (await misread(proof)).length,
  };
}

/** Its parameters and its answer are declared: neither schema takes whatever comes. */
export function isTyped({ params, answer }: Venue["endpoints"][string]): boolean {
  return !params.safeParse({ whatever: [] }).success && !answer.safeParse(undefined).success;
}
