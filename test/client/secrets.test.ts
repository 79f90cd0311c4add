import { inspect } from "node:util";
import { VirtualClock, createClient } from "headgate";
import type { Account } from "headgate";
import { expect, test } from "vitest";
import { account, apiKey, secret, toy } from "../support/client-venue.ts";
import { bench, deadSocket, refusedConnection, rejection } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

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
  const signature = seen[0]?.headers["x-sign"] ?? "";
  expect(signature).toHaveLength(64);
  expect(shown(error)).not.toContain(signature);
  expect(String(error)).toContain("Signature");
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
