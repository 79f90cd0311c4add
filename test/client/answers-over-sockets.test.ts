/** How requests go and answers come, with every transport alike; and how long each stage of that may take. */
import {
  AnswerTooLargeError,
  MemoryLedger,
  TransportError,
  VirtualClock,
  createClient,
  defineVenue,
  fetchTransport,
  get,
  post,
  undiciTransport,
} from "headgate";
import type { ClientOptions, Transport, WireAnswer, WireRequest } from "headgate";
import { Dispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { account, toy } from "../support/client-venue.ts";
import { bench, inFlight, rejection, until } from "../support/client-wire.ts";
import { bombBytes, plainText, startWireServer } from "../support/wire-server.ts";
import type { WireServer } from "../support/wire-server.ts";

let server: WireServer;

/** Says for when its last timer was set. */
class NotingClock extends VirtualClock {
  setForMs = Infinity;

  override at(...[atMs, run]: Parameters<VirtualClock["at"]>): ReturnType<VirtualClock["at"]> {
    this.setForMs = atMs;
    return super.at(atMs, run);
  }
}

beforeAll(async () => {
  server = await startWireServer();
});

afterAll(() => server.close());

describe.each([
  ["undici", undiciTransport()],
  ["fetch", fetchTransport()],
])("over %s", (_, transport) => {
  test("a request goes with its method, headers and body", async () => {
    const body = JSON.stringify({ quantity: "0.01", note: "東京" });
    const headers = { "content-type": "application/json", "x-key": "k" };
    const answer = await ask(transport, "/echo?a=%2C1&b=", { method: "POST", headers, body });
    expect(answer).toMatchObject({ status: 200, headers: { "x-used": "17" } });
    expect(JSON.parse(answer.body)).toMatchObject({ method: "POST", headers, body });
  });

  test.each(["GET", "DELETE"])("a %s goes without a body", async (method) => {
    const seen = JSON.parse((await ask(transport, "/echo", { method })).body);
    expect(seen).toMatchObject({ method, body: "" });
    expect(seen.headers).not.toHaveProperty("content-type");
  });

  test("none of several headers by one name is lost", async () => {
    const cookies = String((await ask(transport, "/echo")).headers["set-cookie"]);
    for (const one of ["a=1", "b=2"]) expect(cookies).toContain(one);
  });

  test("a status that is none of success, and an answer without a body, are answers", async () => {
    const fault = await ask(transport, "/fault");
    expect(fault).toMatchObject({ status: 503, body: "busy", headers: { "retry-after": "7" } });
    expect(await ask(transport, "/nothing")).toMatchObject({ status: 204, body: "" });
  });

  test("a redirect is not followed", async () => {
    const before = server.asked.length;
    expect(await ask(transport, "/redirect")).toMatchObject({ status: 302 });
    expect(server.asked.slice(before)).toEqual(["/redirect"]);
  });

  test("a connection is used again", async () => {
    await ask(transport, "/plain");
    const before = server.connections();
    for (let count = 0; count < 20; count += 1) {
      await ask(transport, "/plain");
      // Until it has been given back.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.connections() - before).toBeLessThan(5);
  });

  test("a header that cannot be sent is not sent, and not shown", async () => {
    const headers = { "x-sign": "SIGNATURE-recognisable\nand more" };
    const error = await rejection(ask(transport, "/echo", { headers }));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ sent: false });
    expect(shown(error)).not.toContain("recognisable");
  });

  test("a request that was given up before is not sent", async () => {
    const before = server.asked.length;
    const error = await rejection(ask(transport, "/hang", { signal: AbortSignal.abort("early") }));
    expect(error).toMatchObject({ sent: false, cause: "early" });
    expect(server.asked).toHaveLength(before);
  });

  test.each(["/hang", "/hang-after-headers", "/hang-within-body"])(
    "one that is given up at %s was sent, and its connection is closed",
    async (path) => {
      const before = server.asked.length;
      const controller = new AbortController();
      const call = rejection(ask(transport, path, { signal: controller.signal }));
      await until(() => server.asked.length > before);
      const open = server.open();
      controller.abort(new Error("stop"));
      expect(await call).toMatchObject({ sent: true, cause: { message: "stop" } });
      await until(() => server.open() < open);
    },
  );

  describe("a packed answer", () => {
    test.each(["/gzip", "/br"])("is asked for and unpacked: %s", async (path) => {
      const { body } = await ask(transport, "/echo");
      expect(JSON.parse(body).headers["accept-encoding"]).toContain("gzip");
      expect((await ask(transport, path)).body).toBe(plainText);
    });

    test("that cannot be unpacked is no answer to a request that was sent", async () => {
      expect(await rejection(ask(transport, "/spoiled-gzip"))).toMatchObject({ sent: true });
    });

    test.each(["/bomb/gzip", "/bomb/br"])("is bounded by what it unpacks to: %s", async (path) => {
      for (const maxAnswerBytes of [100_000, bombBytes - 1]) {
        const error = await rejection(ask(transport, path, { maxAnswerBytes }));
        expect(error).toMatchObject({ sent: true });
        expect((error as Error).cause).toEqual(new AnswerTooLargeError(maxAnswerBytes));
      }
      const whole = await ask(transport, path, { maxAnswerBytes: bombBytes });
      expect(whole.body).toHaveLength(bombBytes);
    });
  });
});

const slow = defineVenue({
  name: "slow",
  origin: "https://slow.example",
  limits: toy.limits,
  refusals: [],
  endpoints: Object.fromEntries(
    ["/hang", "/hang-after-headers", "/hang-within-body"].flatMap((path) => {
      const spec = { params: z.strictObject({}), answer: z.unknown(), weight: { weight: 1 } };
      return [
        [`get ${path}`, get(path, spec)],
        [`post ${path}`, post(path, spec)],
      ];
    }),
  ),
});

describe.each([
  ["undici", undefined],
  ["fetch", fetchTransport()],
])("the time that a request may take over %s", (_, transport) => {
  function hanging(path: string, timeoutMs: ClientOptions<typeof slow, never>["timeoutMs"]) {
    const clock = new NotingClock();
    const client = createClient(slow, {
      clock,
      ledger: new MemoryLedger({ clock }),
      origin: server.origin,
      maxAttempts: 1,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(transport === undefined ? {} : { transport }),
    });
    const before = server.asked.length;
    let isOver = false;
    const error = rejection(Reflect.get(client, `post ${path}`)()).finally(() => (isOver = true));
    const arrived = until(() => server.asked.length > before);
    return { clock, client, error, arrived, isOver: () => isOver };
  }

  test.each([
    ["/hang", "No answer within 900 ms.", 900],
    ["/hang-within-body", "No answer within 900 ms.", { totalMs: 900 }],
    ["/hang", "No headers within 300 ms.", { headersMs: 300 }],
    ["/hang-within-body", "No end of the answer within 200 ms.", { bodyMs: 200 }],
    ["/hang-after-headers", "No end of the answer within 200 ms.", { bodyMs: 200, headersMs: 900 }],
  ] as const)("at %s ends with: %s", async (path, message, timeoutMs) => {
    const { clock, client, error, arrived, isOver } = hanging(path, timeoutMs);
    await arrived;
    const lastMs = Number(/\d+/.exec(message)?.[0]);
    if (message.startsWith("No end")) {
      // The body's time runs from the headers, which are on their way.
      await until(() => clock.setForMs === lastMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await clock.advance(lastMs - 1);
    expect(isOver()).toBe(false);
    // Where the headers came with a moment's delay, their own time was still running.
    while (!isOver()) {
      await clock.advance(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await error).toMatchObject({
      code: "HEADGATE_UNKNOWN_OUTCOME",
      cause: { message: `No answer: ${message}` },
    });
    expect(clock.timers).toBe(0);
    expect(inFlight(client.gate)).toBe(0);
  });
});

test("a connection that is not made in its time was never needed: nothing was sent", async () => {
  class Connecting extends Dispatcher {
    override dispatch(): boolean {
      return true;
    }
  }
  const clock = new VirtualClock();
  const client = createClient(toy, {
    accounts: { maker: { ...account, egress: "b" } },
    egress: { b: new Connecting() },
    clock,
    ledger: new MemoryLedger({ clock }),
    maxAttempts: 1,
    timeoutMs: { connectMs: 400 },
  });
  const error = await clock.run(rejection(client.order({ symbol: "BTC" })));
  expect(clock.nowMs()).toBe(400);
  expect(error).toMatchObject({
    code: "HEADGATE_BUDGET_EXHAUSTED",
    cause: { message: "No answer: No connection within 400 ms.", sent: false },
  });
  expect(inFlight(client.gate)).toBe(0);
});

test("the time begins on the wire, however long the line was", async () => {
  const { client, clock, seen } = bench(() => ({ afterMs: 90, body: { up: true } }), {
    timeoutMs: { totalMs: 100, headersMs: 95 },
    limits: { weight: { max: 2, windowMs: 60_000 } },
  });
  const calls = Array.from({ length: 6 }, () => client.status());
  await clock.run(Promise.all(calls));
  expect(seen.at(-1)?.atMs).toBeGreaterThan(100_000);
});

test.each([0, Number.NaN, { totalMs: 0 }, { connectMs: -1 }])("%o is no time-out", (timeoutMs) => {
  expect(() => createClient(toy, { account, clock: new VirtualClock(), timeoutMs })).toThrow(
    RangeError,
  );
});

type Asked = Partial<Omit<WireRequest, "url">>;

function ask(transport: Transport, path: string, request: Asked = {}): Promise<WireAnswer> {
  const { signal = new AbortController().signal, method = "GET", headers = {}, ...rest } = request;
  return transport({ ...rest, method, headers, url: new URL(`${server.origin}${path}`), signal });
}

function shown(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack} ${error.cause === undefined ? "" : shown(error.cause)}`;
}
