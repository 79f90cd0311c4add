/** What every transport keeps to, over real sockets: one suite for all of them. */
import { once } from "node:events";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import {
  AnswerTooLargeError,
  MemoryLedger,
  TransportError,
  UnknownOutcomeError,
  VirtualClock,
  createClient,
  fetchTransport,
  undiciTransport,
} from "headgate";
import type { Transport } from "headgate";
import { Dispatcher } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import { account, toy } from "../support/client-venue.ts";
import { inFlight, levelOf, rejection, until } from "../support/client-wire.ts";

type Exchange = Readonly<{ origin: string; requests: () => number; sockets: ReadonlySet<Socket> }>;

const running: Server[] = [];

afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/** Does with each request whatever a test wants done. */
async function exchange(reply: (socket: Socket) => void): Promise<Exchange> {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", () => {
      requests += 1;
      reply(socket);
    });
  });
  running.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { origin: `http://127.0.0.1:${port}`, requests: () => requests, sockets };
}

function answer(body: string, ...headers: readonly string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return ["HTTP/1.1 200 OK", length, ...headers, "", body].join("\r\n");
}

async function get(transport: Transport, origin: string, options: object = {}) {
  const { signal } = new AbortController();
  return transport({
    method: "GET",
    url: new URL(`${origin}/a?b=c`),
    headers: {},
    signal,
    ...options,
  });
}

describe.each([
  ["undici", undiciTransport()],
  ["fetch", fetchTransport()],
])("over %s", (_name, transport) => {
  test("an answer has its status, its headers by names in lower case, and its whole text", async () => {
    const { origin } = await exchange((socket) =>
      socket.end(answer('\u{feff}["€"]', "X-Used: 17")),
    );
    const got = await get(transport, origin);
    expect(got).toMatchObject({ status: 200, body: '["€"]' });
    expect(got.headers["x-used"]).toBe("17");
  });

  test("a letter that is cut in two by the packets is one letter", async () => {
    const bytes = Buffer.from(answer("€"));
    const { origin } = await exchange((socket) => {
      socket.write(bytes.subarray(0, -2), () => socket.end(bytes.subarray(-2)));
    });
    expect((await get(transport, origin)).body).toBe("€");
  });

  test("a first word below 200 is no answer", async () => {
    const hints = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    const { origin } = await exchange((socket) => socket.end(hints + answer("{}")));
    expect(await get(transport, origin)).toMatchObject({ status: 200, body: "{}" });
  });

  test("a refused connection was never sent", async () => {
    const { origin } = await exchange(() => {});
    await Promise.all(
      running.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
    );
    const error = await rejection(get(transport, origin));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ sent: false });
  });

  test.each([
    ["before the answer", (socket: Socket) => socket.destroy()],
    ["in the middle of the answer", (socket: Socket) => socket.end(answer("{}").slice(0, -1))],
  ])("a socket that dies %s leaves a request that was sent", async (_, reply) => {
    const { origin } = await exchange(reply);
    expect(await rejection(get(transport, origin))).toMatchObject({ sent: true });
  });

  test("an abort on the wire is told at once, and ends the socket", async () => {
    const { origin, requests, sockets } = await exchange(() => {});
    const controller = new AbortController();
    const { signal } = controller;
    const call = rejection(get(transport, origin, { signal }));
    await until(() => requests() === 1);
    controller.abort(new Error("stop"));
    expect(await call).toMatchObject({ sent: true, cause: { message: "stop" } });
    await until(() => sockets.size === 0);
  });

  test("an answer that is longer than allowed is given up, and its socket with it", async () => {
    const part = answer("x".repeat(1_000)).slice(0, -899);
    const { origin, sockets } = await exchange((socket) => socket.write(part));
    const error = await rejection(get(transport, origin, { maxAnswerBytes: 100 }));
    expect(error).toMatchObject({ sent: true });
    expect(error).toHaveProperty("cause", new AnswerTooLargeError(100));
    await until(() => sockets.size === 0);
    const { origin: other } = await exchange((socket) => socket.end(answer("x".repeat(100))));
    expect((await get(transport, other, { maxAnswerBytes: 100 })).body).toHaveLength(100);
  });

  test("an answer without an end is given up where it becomes too long", async () => {
    const { origin, sockets } = await exchange((socket) => {
      const more = (): void => void (socket.writable && socket.write("x".repeat(1_000), more));
      socket.write("HTTP/1.1 200 OK\r\n\r\n", more);
    });
    const error = await rejection(get(transport, origin, { maxAnswerBytes: 10_000 }));
    expect(error).toHaveProperty("cause", new AnswerTooLargeError(10_000));
    await until(() => sockets.size === 0);
  });
});

describe("a client over sockets", () => {
  async function bench(reply: (socket: Socket) => void, options: object = {}) {
    const { origin, requests } = await exchange(reply);
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    const client = createClient(toy, { account, clock, ledger, origin, ...options });
    return { client, clock, requests };
  }

  test("a header that comes twice is a list, and withResponse has all of them", async () => {
    const twice = answer('{"up":true}', "X-A: 1", "x-a: 2", "X-Used: 9");
    const { client } = await bench((socket) => socket.end(twice));
    const { headers } = await client.status().withResponse();
    expect(headers.get("x-a")).toBe("1, 2");
    expect(headers.get("X-USED")).toBe("9");
  });

  test("a read whose answer is too large fails once and for all, and says so", async () => {
    const reply = (socket: Socket): void => void socket.write(answer("x".repeat(101)));
    const { client, requests } = await bench(reply, { maxAnswerBytes: 100 });
    expect(await rejection(client.status())).toEqual(new AnswerTooLargeError(100));
    expect(requests()).toBe(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("an order whose answer is too large has an unknown outcome", async () => {
    const reply = (socket: Socket): void => void socket.write(answer("x".repeat(101)));
    const { client, requests } = await bench(reply, { maxAnswerBytes: 100 });
    expect(await rejection(client.order({ symbol: "BTC" }))).toBeInstanceOf(UnknownOutcomeError);
    expect(requests()).toBe(1);
  });

  test("one timer does for all that are on the wire, each has its own time, and none is left", async () => {
    const { client, clock, requests } = await bench(() => {}, {
      timeoutMs: 1_000,
      maxAttempts: 1,
      coldStart: false,
    });
    const first = rejection(client.status());
    await until(() => requests() === 1);
    await clock.advance(600);
    let isOver = false;
    const second = rejection(client.status()).finally(() => void (isOver = true));
    await until(() => requests() === 2);
    expect(clock.timers).toBe(1);
    await clock.advance(400);
    expect(await first).toMatchObject({
      cause: { message: "No answer: No answer within 1000 ms." },
    });
    await clock.advance(599);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(await second).toBeInstanceOf(UnknownOutcomeError);
    expect(clock.timers).toBe(0);
  });

  test("a call that is given up before its connection is made was never sent, and never will be", async () => {
    const handlers: Dispatcher.DispatchHandler[] = [];
    class Connecting extends Dispatcher {
      override dispatch(_: unknown, handler: Dispatcher.DispatchHandler): boolean {
        handlers.push(handler);
        return true;
      }
    }
    const { client, requests } = await bench(() => {}, {
      account: { ...account, egress: "b" },
      egress: { b: new Connecting() },
    });
    const controller = new AbortController();
    const call = rejection(client.order({ symbol: "BTC" }, { signal: controller.signal }));
    await until(() => handlers.length === 1);
    controller.abort("stop");
    expect(await call).toBe("stop");
    expect(inFlight(client.gate)).toBe(0);
    expect(levelOf(client.gate, "weight").available).toBe(47.5);
    let aborted = 0;
    handlers[0]?.onConnect?.(() => void (aborted += 1));
    expect(aborted).toBe(1);
    expect(requests()).toBe(0);
  });
});
