/** Through `fetch`, as msw and every other interceptor of it sees a client. */
import {
  BudgetExhaustedError,
  UnknownOutcomeError,
  VirtualClock,
  createClient,
  fetchTransport,
} from "headgate";
import type { Client, ClientOptions } from "headgate";
import { startEmulator } from "headgate/emulator";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { HttpResponse, delay, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { account, apiKey, toy } from "../support/client-venue.ts";
import { inFlight, levelOf, rejection, until } from "../support/client-wire.ts";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

type Bench = Readonly<{ clock: VirtualClock; client: Client<typeof toy>; sent: () => number }>;

/** The wire is real, time is not. */
function bench(options: ClientOptions<typeof toy, never> = {}): Bench {
  const clock = new VirtualClock();
  const transport = fetchTransport();
  const client = createClient(toy, { account, clock, transport, random: () => 0.5, ...options });
  let sent = 0;
  client.gate.on("send", () => void (sent += 1));
  return { clock, client, sent: () => sent };
}

const url = (path: string): string => `https://toy.example${path}`;

describe("over fetch", () => {
  test("a call is what msw sees, and its answer what the caller gets", async () => {
    server.use(
      http.get(url("/book"), ({ request }) => {
        const symbol = new URL(request.url).searchParams.get("symbol");
        return HttpResponse.json({ bids: [symbol] }, { headers: { "x-used": "17" } });
      }),
    );
    const { client, sent } = bench();
    const full = await client.book({ symbol: "BTC & co" }).withResponse();
    expect(full).toMatchObject({ data: { bids: ["BTC & co"] }, status: 200, attempts: 1, cost: 5 });
    expect(full.headers.get("x-used")).toBe("17");
    expect(levelOf(client.gate, "weight").used).toBe(17);
    expect(sent()).toBe(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("an order is signed and sent once, with its body", async () => {
    let seen: unknown;
    server.use(
      http.post(url("/order"), async ({ request }) => {
        seen = { body: await request.json(), key: request.headers.get("x-key") };
        return HttpResponse.json({ orderId: 7 });
      }),
    );
    const { client } = bench();
    expect(await client.order({ symbol: "BTC", id: "mine" })).toEqual({ orderId: 7 });
    expect(seen).toEqual({ body: { symbol: "BTC", id: "mine" }, key: apiKey });
  });

  test("a quota is waited for and sent again", async () => {
    let requests = 0;
    server.use(
      http.get(url("/status"), () => {
        requests += 1;
        return requests === 1
          ? new HttpResponse(null, { status: 429, headers: { "Retry-After": "3" } })
          : HttpResponse.json({ up: true });
      }),
    );
    const { client, clock, sent } = bench();
    const call = client.status().withResponse();
    await until(() => requests === 1 && inFlight(client.gate) === 0);
    await clock.advance(2_999);
    expect(requests).toBe(1);
    await clock.advance(2_000);
    expect(await call).toMatchObject({ attempts: 2, data: { up: true } });
    expect(sent()).toBe(2);
  });

  test("a network that fails under an order leaves its outcome unknown", async () => {
    server.use(http.post(url("/order"), () => HttpResponse.error()));
    const { client, sent } = bench();
    const error = await rejection(client.order({ symbol: "BTC", id: "mine" }));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ clientId: "mine" });
    expect(sent()).toBe(1);
    expect(inFlight(client.gate)).toBe(0);
  });

  test("an abort on the wire rejects with its reason", async () => {
    server.use(
      http.get(url("/status"), async () => {
        await delay("infinite");
      }),
    );
    const { client, sent } = bench();
    const controller = new AbortController();
    const call = rejection(client.status({}, { signal: controller.signal }));
    await until(() => sent() === 1);
    controller.abort("stop");
    expect(await call).toBe("stop");
    expect(inFlight(client.gate)).toBe(0);
  });

  test("a time-out on the wire of an order leaves its outcome unknown", async () => {
    server.use(
      http.post(url("/order"), async () => {
        await delay("infinite");
      }),
    );
    const { client, clock, sent } = bench({ timeoutMs: 1_000 });
    const call = rejection(client.order({ symbol: "BTC" }));
    await until(() => sent() === 1);
    await clock.advance(1_000);
    expect(await call).toBeInstanceOf(UnknownOutcomeError);
    expect(clock.timers).toBe(0);
  });

  test("a redirect is not followed and no yes", async () => {
    server.use(
      http.get(url("/status"), () => HttpResponse.redirect("https://portal.example/login", 302)),
    );
    const { client } = bench({ maxAttempts: 1 });
    expect(await rejection(client.status())).toMatchObject({ status: 302, executed: "unknown" });
  });

  test("a connection that is refused was never sent, also for fetch", async () => {
    const gone = await startEmulator(serverSide());
    await gone.close();
    server.close();
    try {
      const { client, clock, sent } = bench({ origin: gone.origin, maxAttempts: 2 });
      const call = rejection(client.order({ symbol: "BTC" }));
      await until(() => sent() === 1 && inFlight(client.gate) === 0);
      await clock.advance(500);
      expect(await call).toBeInstanceOf(BudgetExhaustedError);
      expect(sent()).toBe(2);
      expect(levelOf(client.gate, "weight").available).toBe(47.5);
    } finally {
      server.listen({ onUnhandledRequest: "error" });
    }
  });

  test("a fetch of one's own is used instead of the global one", async () => {
    const own: typeof fetch = async () => Response.json({ up: "own" });
    const { client } = bench({ transport: fetchTransport(own), checkAnswers: false });
    expect(await client.status()).toEqual({ up: "own" });
  });
});
