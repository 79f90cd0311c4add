import { connect } from "node:net";
import { once } from "node:events";
import { PortInUseError, startEmulator } from "headgate/emulator";
import type { Emulator, EmulatorOptions } from "headgate/emulator";
import { Agent, request } from "undici";
import { afterEach, expect, test } from "vitest";
import { VirtualClock } from "../../src/clock.ts";
import { plainServer } from "./plain-server.ts";

const wallMs = 1_790_000_000_000;
const open: Array<() => Promise<unknown>> = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function started(
  options: EmulatorOptions = {},
): Promise<{ emulator: Emulator; server: ReturnType<typeof plainServer>; agent: Agent }> {
  const server = plainServer();
  const emulator = await startEmulator(server, options);
  const agent = new Agent();
  open.push(
    () => emulator.close(),
    () => agent.destroy(),
  );
  return { emulator, server, agent };
}

test("a request over loopback arrives byte for byte and is answered with the server's own Date", async () => {
  const clock = new VirtualClock({ wallMs });
  const { emulator, agent, server } = await started({ clock, clockOffsetMs: 5_000 });
  const query = "symbol=%EF%BC%91&a=b?c&d=1+2";
  const { statusCode, headers, body } = await request(`${emulator.origin}/v1/order?${query}`, {
    method: "POST",
    body: "side=BUY",
    headers: { "X-Key": "k" },
    dispatcher: agent,
  });
  expect(statusCode).toBe(200);
  expect(await body.json()).toEqual({
    method: "POST",
    path: "/v1/order",
    query,
    body: "side=BUY",
    ip: "127.0.0.1",
  });
  expect(server.seen[0]).toMatchObject({ nowMs: wallMs + 5_000, headers: { "x-key": "k" } });
  expect(headers).toMatchObject({
    date: new Date(wallMs + 5_000).toUTCString(),
    "content-type": "application/json;charset=UTF-8",
    "x-used": "1",
    connection: "keep-alive",
  });
});

test("requests over loopback are for the host in Host, or for the one that their port stands for", async () => {
  const { emulator, agent, server } = await started();
  const ofOne = await startEmulator(server, { standsFor: "futures.example.com" });
  const headers = { host: "spot.example.com" };
  await request(emulator.origin, { headers, dispatcher: agent });
  await request(emulator.origin, { dispatcher: agent });
  await request(ofOne.origin, { headers, dispatcher: agent });
  await ofOne.close();
  expect(server.seen.map(({ host }) => host)).toEqual([
    "spot.example.com",
    `127.0.0.1:${emulator.port}`,
    "futures.example.com",
  ]);
});

test("the header x-emulator-ip stands in for another address over loopback", async () => {
  const { emulator, agent } = await started();
  const used = async (headers: Record<string, string>): Promise<unknown> => {
    const answer = await request(emulator.origin, { headers, dispatcher: agent });
    await answer.body.dump();
    return answer.headers["x-used"];
  };
  expect([await used({}), await used({}), await used({ "x-emulator-ip": "10.0.0.9" })]).toEqual([
    "1",
    "2",
    "1",
  ]);
});

test("latency runs on the injected clock, half of it before the request is counted", async () => {
  const clock = new VirtualClock({ wallMs });
  const { emulator, agent, server } = await started({ clock, latencyMs: 1_000 });
  const sent = request(emulator.origin, { dispatcher: agent });
  await timersSet(clock);
  await clock.advance(500);
  expect(server.seen).toHaveLength(1);
  await timersSet(clock);
  await clock.advance(500);
  expect((await sent).statusCode).toBe(200);
});

test("a dropped request is counted, and undici sees a dead socket", async () => {
  const { emulator, agent, server } = await started({ faults: [{ kind: "drop-after-accept" }] });
  await expect(
    request(emulator.origin, { method: "POST", dispatcher: agent }),
  ).rejects.toMatchObject({
    code: "UND_ERR_SOCKET",
  });
  expect(server.seen).toHaveLength(1);
});

test("a page of an error or a firewall goes over the wire as HTML", async () => {
  const kinds = ["html-403", "error-500", "error-503"] as const;
  const { emulator, agent } = await started({
    faults: (_request, index) => ({ kind: kinds[index] ?? "html-403" }),
  });
  for (const status of [403, 500, 503]) {
    const { statusCode, headers, body } = await request(emulator.origin, { dispatcher: agent });
    expect(statusCode).toBe(status);
    expect(headers["content-type"]).toBe("text/html");
    expect(await body.text()).toContain(`<title>${status}`);
  }
});

test("a request that hangs is counted and never answered, and close ends it", async () => {
  const { emulator, agent, server } = await started({ faults: [{ kind: "hang" }] });
  const counted = new Promise((resolve) => server.onCounted(resolve));
  const ended = failure(request(emulator.origin, { dispatcher: agent }));
  await counted;
  await emulator.close();
  expect(await ended).toMatchObject({ code: "UND_ERR_SOCKET" });
});

test("a body without end is answered with 413", async () => {
  const { emulator, agent, server } = await started();
  const body = "x".repeat(1_100_000);
  const answer = await request(emulator.origin, { method: "POST", body, dispatcher: agent });
  await answer.body.dump();
  expect(answer.statusCode).toBe(413);
  expect(server.seen).toHaveLength(0);
});

test("a port in use is an error that says which", async () => {
  const { emulator } = await started();
  const failed = startEmulator(plainServer(), { port: emulator.port });
  await expect(failed).rejects.toBeInstanceOf(PortInUseError);
  await expect(failed).rejects.toMatchObject({
    code: "HEADGATE_PORT_IN_USE",
    port: emulator.port,
    message: `Port ${emulator.port} on 127.0.0.1 is in use by another program; 0 takes any that is free.`,
  });
});

test("close leaves no socket open, idle or busy, and the port is free again", async () => {
  const clock = new VirtualClock({ wallMs });
  const { emulator, agent } = await started({ clock, latencyMs: 60_000 });
  const idle = connect(emulator.port, "127.0.0.1");
  await once(idle, "connect");
  const idleEnded = once(idle, "close");
  const busy = failure(request(emulator.origin, { dispatcher: agent }));
  await timersSet(clock);
  await emulator.close();
  await emulator.close();
  await idleEnded;
  expect(await busy).toMatchObject({ code: "UND_ERR_SOCKET" });
  expect(clock.timers).toBe(0);
  const again = await startEmulator(plainServer(), { port: emulator.port });
  expect(again.port).toBe(emulator.port);
  await again.close();
});

/** Real sockets do not know virtual time: waits until the request has come as far as its next timer. */
async function timersSet(clock: VirtualClock): Promise<void> {
  while (clock.timers === 0) await new Promise((resolve) => setImmediate(resolve));
}

/** What a promise is rejected with. */
function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "It was answered.",
    (error: unknown) => error,
  );
}
