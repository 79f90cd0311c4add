import { inspect } from "node:util";
import {
  MemoryLedger,
  VirtualClock,
  createClient,
  defineVenue,
  fetchTransport,
  post,
  signature,
} from "headgate";
import type { Account } from "headgate";
import { ProxyAgent } from "undici";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { account, apiKey, secret, toy } from "../support/client-venue.ts";
import {
  bench,
  deadSocket,
  refusedConnection,
  rejection,
  scripted,
} from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";
import { startWireServer } from "../support/wire-server.ts";

const passphrase = "PASSPHRASE-recognisable-5555";
const whole = { ...account, passphrase };
const words = [apiKey, secret, passphrase, "recognisable"];

/** Whatever a log could make of something. */
function shown(thing: unknown): string {
  const nested = inspect(thing, { depth: 20, showHidden: true, getters: true });
  const json = JSON.stringify(thing, (_, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  );
  const own = thing instanceof Error ? `${thing.message} ${thing.stack} ${String(thing)}` : "";
  return `${nested} ${json} ${own}`;
}

/** The secrets that it shows. */
function secretsShown(thing: unknown): readonly string[] {
  const text = shown(thing);
  return words.filter((word) => text.includes(word));
}

/** Exchanges and firewalls repeat what they were sent. */
const echo = `You sent ${apiKey}, ${secret} and ${passphrase}.`;

test.each<[string, Reply]>([
  ["a refusal", { status: 400, body: echo }],
  ["a refusal in JSON", { status: 400, body: { code: "bad", msg: echo } }],
  ["a quota", { status: 429, body: echo, headers: { "retry-after": "1" } }],
  ["a ban", { status: 418, body: echo }],
  ["a fault", { status: 500, body: echo }],
  [
    "a refusal with a key across the snippet's end",
    { status: 400, body: `${"-".repeat(190)}${apiKey}` },
  ],
  ["a dead socket", { fails: deadSocket() }],
  ["a refused connection", { fails: refusedConnection() }],
  ["silence", { hangs: true }],
])("no key and no secret is in the error, the events or the levels after %s", async (_, reply) => {
  const { client, clock, events } = bench(() => reply, { accounts: { maker: whole } });
  const calls = [() => client.balance(), () => client.order({ symbol: "BTC", id: "mine" })];
  for (const call of calls) expect(secretsShown(await clock.run(rejection(call())))).toEqual([]);
  expect(secretsShown(events)).toEqual([]);
  expect(secretsShown(client.gate.levels())).toEqual([]);
  expect(secretsShown(client)).toEqual([]);
  expect(secretsShown(client.gate)).toEqual([]);
  expect(secretsShown(client.as("maker"))).toEqual([]);
});

test("no part of a key is in a snippet that ends within it", async () => {
  const body = `${"-".repeat(190)}${apiKey} and more`;
  const { client, clock } = bench(() => ({ status: 400, body }), { accounts: { maker: whole } });
  const error = await clock.run(rejection(client.balance()));
  expect(shown(error)).not.toContain(apiKey.slice(0, 6));
});

test("no signature is in an error, though the exchange repeats it", async () => {
  const { client, clock, seen } = bench((request) => ({
    status: 400,
    body: `Signature ${request.headers["x-sign"]} is not valid.`,
  }));
  const error = await clock.run(rejection(client.balance()));
  const signed = seen[0]?.headers["x-sign"] ?? "";
  expect(signed).toHaveLength(64);
  expect(shown(error)).not.toContain(signed);
  expect(String(error)).toContain("Signature");
});

test("no signature is in an error where it stood in the body", async () => {
  const venue = defineVenue({
    ...toy,
    name: "signed in the body",
    sign: async (request, by) => {
      const signed = await signature(by.secret, request.body ?? "", {
        by: "hmac-sha256",
        as: "hex",
      });
      return { ...request, body: JSON.stringify({ order: request.body, signed }) };
    },
  });
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, ({ body }) => ({
    status: 400,
    body: `Wrong: ${body}`,
  }));
  const client = createClient(venue, { account: whole, clock, transport });
  const error = await clock.run(rejection(client.order({ symbol: "BTC" })));
  const { signed } = JSON.parse(seen[0]?.body ?? "");
  expect(signed).toHaveLength(64);
  expect(shown(error)).not.toContain(signed);
  // What the caller has said himself stays: it is what helps.
  expect(String(error)).toContain("BTC");
});

describe.each([
  ["undici", undefined],
  ["fetch", fetchTransport()],
])("over %s and real sockets", (_, transport) => {
  test.each(["/spoiled-gzip", "/hang", "/fault", "nobody listens"])(
    "no key, secret or signature is in what a call at %s ends with",
    async (path) => {
      const server = await startWireServer();
      const params = z.strictObject({});
      const spec = { params, answer: z.unknown(), auth: "signed", weight: { weight: 1 } } as const;
      const venue = defineVenue({ ...toy, name: path, endpoints: { place: post(path, spec) } });
      const client = createClient(venue, {
        account: whole,
        ledger: new MemoryLedger(),
        origin: server.origin,
        maxAttempts: 1,
        timeoutMs: { headersMs: path === "/hang" ? 1 : 60_000 },
        ...(transport === undefined ? {} : { transport }),
      });
      const events: unknown[] = [];
      client.gate.on("send", (event) => void events.push(event));
      if (path === "nobody listens") await server.close();
      const error = await rejection(client.place());
      await server.close();
      expect(secretsShown(error)).toEqual([]);
      expect(shown(error)).not.toMatch(/x-sign|[0-9a-f]{64}/);
      expect(secretsShown(events)).toEqual([]);
      expect(secretsShown(client)).toEqual([]);
    },
  );
});

test("a proxy's login is not shown with the client that goes through it", () => {
  const proxy = new ProxyAgent({ uri: "http://127.0.0.1:1", token: "Basic recognisable" });
  const client = createClient(toy, {
    accounts: { maker: { ...whole, egress: "b" } },
    egress: { b: proxy },
    clock: new VirtualClock(),
  });
  expect(secretsShown([client, client.as("maker"), client.gate, client.gate.levels()])).toEqual([]);
});

test("no key is in the errors of its registration, also where it could stand in no header", () => {
  const clock = new VirtualClock();
  createClient(toy, { clock, accounts: { maker: whole } });
  const refused: ReadonlyArray<Record<string, Account>> = [
    { again: whole },
    { maker: { ...whole, secret: "" } },
    // A transport's own error would show it: `Headers.append: "KEY..." is an invalid header value`.
    { other: { ...whole, apiKey: `${apiKey}\nbreak` } },
    { other: { ...whole, apiKey: `${apiKey}\n` } },
    { other: { ...whole, apiKey: `${apiKey}\u2603` } },
    { other: { ...whole, passphrase: `${passphrase}\r` } },
  ];
  for (const accounts of refused) {
    const error = thrown(() => createClient(toy, { clock, accounts }));
    expect(error).toBeInstanceOf(TypeError);
    expect(secretsShown(error)).toEqual([]);
  }
});

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("It threw nothing.");
}
