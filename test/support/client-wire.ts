/** What a client's requests meet in tests below the network, and how a test looks at what became of them. */
import { TransportError, VirtualClock, createClient } from "headgate";
import type {
  Client,
  ClientOptions,
  Gate,
  Level,
  Transport,
  WireAnswer,
  WireRequest,
} from "headgate";
import { account, toy } from "./client-venue.ts";

/** An answer in short, no answer at all, or a failure. */
export type Reply = Readonly<{
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Written as JSON unless it is a text. */
  body?: unknown;
  /** Until it comes. */
  afterMs?: number;
  fails?: Error;
  hangs?: boolean;
}>;

export type Seen = WireRequest & Readonly<{ atMs: number }>;

export type Wire = Readonly<{ transport: Transport; seen: Seen[] }>;

/** Answers each request by a script; an abort ends it as a real transport would. */
export function scripted(
  clock: VirtualClock,
  script: readonly Reply[] | ((request: WireRequest, index: number) => Reply),
): Wire {
  const seen: Seen[] = [];
  const transport: Transport = async (request) => {
    const index = seen.push({ ...request, atMs: clock.nowMs() }) - 1;
    const reply = typeof script === "function" ? script(request, index) : (script[index] ?? {});
    try {
      if (reply.hangs === true) await clock.sleep(Infinity, request.signal);
      if (reply.afterMs !== undefined) await clock.sleep(reply.afterMs, request.signal);
      if (reply.fails !== undefined) throw reply.fails;
    } catch (error) {
      throw new TransportError(error);
    }
    return answerOf(reply);
  };
  return { transport, seen };
}

function answerOf({ status = 200, headers = {}, body = {} }: Reply): WireAnswer {
  return { status, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** A connection that was never made. */
export function refusedConnection(): Error {
  return Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
}

/** A connection that died under a request. */
export function deadSocket(): Error {
  return Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
}

export type Bench = Readonly<{
  clock: VirtualClock;
  client: Client<typeof toy>;
  seen: Seen[];
  /** What was emitted, by name, in order. */
  events: readonly (readonly [name: string, event: unknown])[];
}>;

/** The small exchange's client over a script, on a clock and with buckets of its own. */
export function bench(
  script: Parameters<typeof scripted>[1],
  options: Omit<ClientOptions<typeof toy, string>, "clock" | "transport"> = {},
): Bench {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, script);
  const client = createClient(toy, {
    ...(options.accounts === undefined ? { account } : {}),
    random: () => 0.5,
    // Most tests look at what a limit lets through at once.
    coldStart: false,
    ...options,
    clock,
    transport,
  });
  const events: Array<readonly [string, unknown]> = [];
  for (const name of ["send", "shrink", "block", "notice"] as const) {
    client.gate.on(name, (event) => void events.push([name, event]));
  }
  return { clock, client, seen, events };
}

/** What is charged and has not ended, over all buckets: 0 after every call, whatever became of it. */
export function inFlight(gate: Pick<Gate, "levels">): number {
  return gate.levels().reduce((sum, level) => sum + level.inFlight, 0);
}

export function levelOf(gate: Pick<Gate, "levels">, limit: string): Level {
  const level = gate.levels().find((one) => one.limit === limit);
  if (level === undefined) throw new Error(`No bucket of ${limit} is known yet.`);
  return level;
}

/** What a promise rejects with; a promise that resolves is a failure of the test. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`It resolved with ${JSON.stringify(value)}.`);
    },
    (error: unknown) => error,
  );
}

/** Lets real I/O go on until something is so. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** The rejections that nobody has handled by the time that everything has settled. */
export async function unhandledIn(run: () => Promise<void>): Promise<readonly unknown[]> {
  const listeners = process.listeners("unhandledRejection");
  const unhandled: unknown[] = [];
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (reason) => void unhandled.push(reason));
  try {
    await run();
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
  return unhandled;
}
