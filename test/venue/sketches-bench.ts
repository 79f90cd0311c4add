/** The bench for sketched exchanges: a client in time that stands still, over answers that are told. */
import { MemoryLedger, RefusedError, VirtualClock, createClient, fetchTransport } from "headgate";
import type { Client, Gate, Level, Transport, Venue } from "headgate";

export type Reply = Readonly<{ status?: number; headers?: Record<string, string>; body?: unknown }>;
type Seen = Readonly<{ method: string; path: string; body: unknown; key: string | null }>;

const maker = { apiKey: "key-of-maker", secret: "secret" };
const taker = { apiKey: "key-of-taker", secret: "secret" };

/** An exchange that answers each request with the next reply, and all further ones with the last. */
function stub(...replies: readonly Reply[]): Readonly<{ transport: Transport; seen: Seen[] }> {
  const seen: Seen[] = [];
  const transport = fetchTransport(async (url, init) => {
    const request = new Request(url, init);
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const path = request.url.slice(new URL(request.url).origin.length);
    seen.push({ method: request.method, path, body, key: request.headers.get("x-key") });
    const reply = replies[seen.length - 1] ?? replies.at(-1);
    const { status = 200, headers = {}, body: answer = {} } = reply ?? {};
    return Response.json(answer, { status, headers });
  });
  return { transport, seen };
}

type Bench<V extends Venue> = Readonly<{
  client: Client<V, "maker" | "taker">;
  clock: VirtualClock;
  ledger: MemoryLedger;
  seen: Seen[];
}>;

/** A client of two accounts with buckets of its own; each call is sent once. */
export function bench<const V extends Venue>(venue: V, ...replies: readonly Reply[]): Bench<V> {
  const { transport, seen } = stub(...replies);
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const accounts = { maker, taker };
  const client = createClient(venue, {
    accounts,
    clock,
    ledger,
    transport,
    maxAttempts: 1,
    coldStart: false,
  });
  return { client, clock, ledger, seen };
}

/** What a call has taken from each bucket while its request is on the wire. */
export async function chargedBy(
  gate: Pick<Gate, "levels" | "on">,
  call: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  let charged = {};
  const stop = gate.on("send", () => {
    const taken = gate.levels().filter(({ inFlight }) => inFlight > 0);
    charged = Object.fromEntries(taken.map(({ key, inFlight }) => [key, inFlight]));
  });
  await call();
  stop();
  return charged;
}

export function levelOf(gate: Pick<Gate, "levels">, key: string): Level {
  const found = gate.levels().find((level) => level.key === key);
  if (found === undefined) throw new Error(`There is no bucket ${key}.`);
  return found;
}

/** How the exchange refused a call; one that it did not refuse is a failure of the test. */
export async function refusalOf(call: Promise<unknown>): Promise<RefusedError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof RefusedError) return error;
  throw new Error("It was not refused.", { cause: error });
}
