import { ConnectionLostError, emulate } from "headgate/emulator";
import type { Counted, WireAnswer, WireOptions, WireRequest } from "headgate/emulator";
import { expect, test } from "vitest";
import { VirtualClock } from "../../src/clock.ts";
import { plainServer } from "./plain-server.ts";
import type { PlainServer } from "./plain-server.ts";

const wallMs = 1_790_000_000_000;

type Bench = Readonly<{
  clock: VirtualClock;
  server: PlainServer;
  send: (overrides?: Partial<WireRequest>) => Promise<WireAnswer>;
}>;

function bench(options: WireOptions = {}): Bench {
  const clock = new VirtualClock({ wallMs });
  const server = plainServer();
  const transport = emulate(server, { clock, ...options });
  const url = new URL("https://exchange.invalid/v1/book?limit=5");
  return {
    clock,
    server,
    send: (overrides) => transport({ method: "GET", url, headers: {}, ...overrides }),
  };
}

test("a request arrives as it was sent, and its answer has lower-case headers and the server's Date", async () => {
  const { send, server } = bench({ clockOffsetMs: -1_500 });
  const answer = await send({ method: "POST", body: "a=1", headers: { "X-Key": "k" } });
  expect(JSON.parse(answer.body)).toEqual({
    method: "POST",
    path: "/v1/book",
    query: "limit=5",
    body: "a=1",
    ip: "127.0.0.1",
  });
  expect(server.seen[0]?.headers).toEqual({ "x-key": "k" });
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      "x-used": "1",
      date: new Date(wallMs - 1_500).toUTCString(),
      "content-type": "application/json;charset=UTF-8",
    },
  });
});

test("the header x-emulator-ip stands in for another address", async () => {
  const { send } = bench();
  await send();
  const other = await send({ headers: { "X-Emulator-IP": "10.0.0.2" } });
  expect(JSON.parse(other.body)).toMatchObject({ ip: "10.0.0.2" });
  expect(other.headers["x-used"]).toBe("1");
});

test("half of the latency passes before a request is counted and half after", async () => {
  const { send, server, clock } = bench({ latencyMs: 80 });
  let answeredAtMs = 0;
  const answered = send().then(() => (answeredAtMs = clock.nowMs()));
  await clock.run(answered);
  expect(server.seen[0]?.nowMs).toBe(wallMs + 40);
  expect(answeredAtMs).toBe(80);
});

test("with jitter requests overtake each other, the same way for the same seed", async () => {
  const first = await arrivals(3);
  expect(first.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(first).not.toEqual(first.toSorted((a, b) => a - b));
  expect(await arrivals(3)).toEqual(first);
  expect(await arrivals(4)).not.toEqual(first);
});

test("the server's clock does not jump when this machine's is set", async () => {
  const { send, server, clock } = bench();
  clock.stepWall(3_600_000);
  await send();
  expect(server.seen[0]?.nowMs).toBe(wallMs);
});

test("a dropped request is counted and its socket dies", async () => {
  const { send, server } = bench({ faults: [{ kind: "drop-after-accept" }] });
  await expect(send()).rejects.toBeInstanceOf(ConnectionLostError);
  await expect(send()).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
  expect(server.seen).toHaveLength(2);
});

test("an error answer is a page, and executed only where it says so", async () => {
  for (const [kind, status] of [
    ["error-500", 500],
    ["error-503", 503],
  ] as const) {
    const { send, server } = bench({ faults: [{ kind }] });
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toBe("text/html");
    expect(answer.headers["x-used"]).toBeUndefined();
    expect(server.seen).toHaveLength(0);

    const executed = bench({ faults: [{ kind, executed: true }] });
    expect(await executed.send()).toMatchObject({ status, headers: { "x-used": "1" } });
    expect(executed.server.seen).toHaveLength(1);
  }
});

test("a firewall's page is HTML and the server side sees nothing", async () => {
  const { send, server } = bench({ faults: [{ kind: "html-403" }] });
  const answer = await send();
  expect(answer).toMatchObject({ status: 403, headers: { "content-type": "text/html" } });
  expect(answer.body).toContain("<html>");
  expect(server.seen).toHaveLength(0);
});

test("a request that hangs is pending until it is aborted, executed or not", async () => {
  for (const [fault, seen] of [
    [{ kind: "hang" }, 1],
    [{ kind: "hang", executed: false }, 0],
  ] as const) {
    const { send, server, clock } = bench({ faults: [fault], latencyMs: 10 });
    const abort = new AbortController();
    const sent = send({ signal: abort.signal });
    const ended = failure(sent);
    await clock.advance(86_400_000);
    expect(server.seen).toHaveLength(seen);
    expect(clock.timers).toBe(0);
    abort.abort("enough");
    expect(await ended).toBe("enough");
  }
});

test("an abort ends the wait, and the request on the wire is counted all the same", async () => {
  const { send, server, clock } = bench({ latencyMs: 100 });
  const abort = new AbortController();
  const ended = failure(send({ signal: abort.signal }));
  await clock.advance(10);
  abort.abort("late");
  expect(await ended).toBe("late");
  await clock.advance(100);
  expect(server.seen).toHaveLength(1);
  await expect(send({ signal: abort.signal })).rejects.toBe("late");
  await clock.advance(100);
  expect(server.seen).toHaveLength(1);
});

test("a rule meets those that fit, as often as its probability says", async () => {
  const { send } = bench({
    faults: [{ kind: "error-503", probability: 0.25, when: ({ body }) => body === "b" }],
  });
  const failed = async (body: string): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => send({ body })));
    return answers.filter(({ status }) => status === 503).length;
  };
  expect(await failed("a")).toBe(0);
  const met = await failed("b");
  expect(met).toBeGreaterThan(60);
  expect(met).toBeLessThan(140);
});

test("a function decides about each request by its index", async () => {
  const { send } = bench({
    faults: (_request, index) => (index === 1 ? { kind: "html-403" } : undefined),
  });
  const statuses = [(await send()).status, (await send()).status, (await send()).status];
  expect(statuses).toEqual([200, 403, 200]);
});

test("others' use stands in the figures of the next answer", async () => {
  const { send, server, clock } = bench({ others: { share: 0.5, stepWeight: 1 } });
  const told: Counted[] = [];
  server.onCounted((counted) => told.push(counted));
  // 20 s into the minute at the start; 30 s later half of 1 000 x 50 / 60 is theirs.
  await clock.advance(30_000);
  const used = Number((await send()).headers["x-used"]);
  expect(Math.abs(used - 417 - 1)).toBeLessThanOrEqual(1);
  expect(told).toMatchObject([
    { used, weight: 1, windowStartMs: wallMs - 20_000, atMs: wallMs + 30_000 },
  ]);
});

test("an option that is no number of ms is refused", () => {
  for (const options of [{ latencyMs: -1 }, { jitterMs: NaN }, { clockOffsetMs: Infinity }]) {
    expect(() => bench(options)).toThrow(RangeError);
  }
  expect(() => bench({ faults: [{ kind: "hang", probability: 2 }] })).toThrow(RangeError);
});

/** In which order twenty requests of one instant arrive. */
async function arrivals(seed: number): Promise<number[]> {
  const { send, server, clock } = bench({ jitterMs: 100, seed });
  const sent = Array.from({ length: 20 }, (_, index) => send({ body: String(index) }));
  await clock.run(Promise.all(sent));
  expect(clock.nowMs()).toBeLessThanOrEqual(100);
  return server.seen.map(({ body }) => Number(body));
}

/** What a promise is rejected with. */
function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "It was answered.",
    (error: unknown) => error,
  );
}
