/** Signatures against the vectors of the exchange's own client, and the encoding against another library. */
import { VirtualClock, createClient, defineVenue, post } from "headgate";
import { actionSigner, connectionId, signAction } from "headgate/endpoints/hyperliquid";
import fc from "fast-check";
import { addr, recoverAddressTyped } from "micro-eth-signer";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { digestOf, packages } from "../../endpoints/hyperliquid/typed-data.ts";
import { rejection, scripted } from "../support/client-wire.ts";

const privateKey = "0x0123456789012345678901234567890123456789012345678901234567890123";
const vault = "0x1719884eb866cb12b2287399b15f7db5e7d775ea";

const limitOrder = { a: 1, b: true, p: "100", s: "100", r: false, t: { limit: { tif: "Gtc" } } };
const order = { type: "order", orders: [limitOrder], grouping: "na" };
const cloid = "0x00000000000000000000000000000001";

/** hyperliquid-dex/hyperliquid-python-sdk at 7ee976d, tests/signing_test.py; numbers without leading zeros. */
const vectors = [
  {
    what: "a dummy action",
    action: { type: "dummy", num: 100_000_000_000 },
    r: "0x53749d5b30552aeb2fca34b530185976545bb22d0b3ce6f62e31be961a59298",
    s: "0x755c40ba9bf05223521753995abb2f73ab3229be8ec921f350cb447e384d8ed8",
    v: 27,
  },
  {
    what: "an order",
    action: order,
    r: "0xd65369825a9df5d80099e513cce430311d7d26ddf477f5b3a33d2806b100d78e",
    s: "0x2b54116ff64054968aa237c20ca9ff68000f977c93289157748a3162b6ea940e",
    v: 28,
  },
  {
    what: "an order with a client id",
    action: { ...order, orders: [{ ...limitOrder, c: cloid }] },
    r: "0x41ae18e8239a56cacbc5dad94d45d0b747e5da11ad564077fcac71277a946e3",
    s: "0x3c61f667e747404fe7eea8f90ab0e76cc12ce60270438b2058324681a00116da",
    v: 27,
  },
];

afterEach(() => {
  vi.doUnmock("@noble/curves/secp256k1.js");
  vi.resetModules();
});

test.each(vectors)("$what is signed as published", async ({ action, r, s, v }) => {
  const signed = await signAction(privateKey, { action, nonce: 0, network: "mainnet" });
  expect([BigInt(signed.r), BigInt(signed.s), signed.v]).toEqual([BigInt(r), BigInt(s), v]);
  const elsewhere = await signAction(privateKey, { action, nonce: 0, network: "testnet" });
  expect(elsewhere.r).not.toBe(signed.r);
});

test("an action's hash is the one published", async () => {
  const placed = {
    a: 4,
    b: true,
    p: "1670.1",
    s: "0.0147",
    r: false,
    t: { limit: { tif: "Ioc" } },
  };
  const action = { type: "order", orders: [placed], grouping: "na" };
  const nonce = 1_677_777_606_040;
  const hash = await connectionId({ action, nonce });
  expect(hash).toBe("0x0fcbeda5ae3c4950a548021552a4fea2226858c4453571bf3f24ba017eac2908");
  // What stands beside the action is hashed as well.
  const beside = [{ vaultAddress: vault }, { expiresAfter: 1_700_000_000_000 }];
  const others = await Promise.all(beside.map((one) => connectionId({ action, nonce, ...one })));
  expect(new Set([hash, ...others]).size).toBe(3);
});

const hex = (bytes: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((some) => `0x${Buffer.from(some).toString("hex")}`);

/** A message with a field of every kind. */
const messages = fc.record({
  text: fc.string({ unit: "grapheme" }),
  who: hex(20),
  id: hex(32),
  yes: fc.boolean(),
  small: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  large: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
});

type Message = Record<(typeof kinds)[number][0], string | boolean | bigint>;

const kinds = [
  ["text", "string"],
  ["who", "address"],
  ["id", "bytes32"],
  ["yes", "bool"],
  ["small", "uint64"],
  ["large", "uint256"],
] as const;

describe("typed data", () => {
  const domain = { name: "Exchange", version: "1", chainId: 1_337n, verifyingContract: vault };
  const types = { Message: kinds.map(([name, type]) => ({ name, type })) };

  async function signerOf(message: Message, inOrder: typeof kinds): Promise<string> {
    const { keccak, sign } = await packages();
    const digest = digestOf(
      {
        type: "Message",
        fields: inOrder.map(([name, type]) => [name, type, message[name]] as never),
      },
      {
        keccak,
        domain: {
          type: "EIP712Domain",
          fields: [
            ["name", "string", domain.name],
            ["version", "string", domain.version],
            ["chainId", "uint256", domain.chainId],
            ["verifyingContract", "address", domain.verifyingContract],
          ],
        },
      },
    );
    const [recovery = 0, ...numbers] = sign(digest, Buffer.from(privateKey.slice(2), "hex"));
    const signature = `0x${Buffer.from([...numbers, 27 + recovery]).toString("hex")}`;
    return recoverAddressTyped(signature, {
      types,
      primaryType: "Message",
      domain,
      message,
    } as never);
  }

  const address = addr.fromPrivateKey(privateKey);

  test("of every kind of field is what another library finds signed", async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (message) => {
        expect(await signerOf(message, kinds)).toBe(address);
      }),
      { numRuns: 30 },
    );
  });

  test("in another order is another message", async () => {
    const [message] = fc.sample(messages, { numRuns: 1, seed: 1 });
    if (message === undefined) throw new Error("No message.");
    const [first, second, ...rest] = kinds;
    expect(await signerOf(message, [second, first, ...rest] as never)).not.toBe(address);
  });
});

describe("a secret", () => {
  const action = { action: order, nonce: 0, network: "mainnet" } as const;

  test("that is a function signs the digest, and may stay where it is", async () => {
    const { sign } = await packages();
    const asked: unknown[] = [];
    const elsewhere = async (digest: string | Uint8Array): Promise<string> => {
      asked.push(digest.length);
      const [recovery = 0, ...numbers] = sign(
        digest as Uint8Array,
        Buffer.from(privateKey.slice(2), "hex"),
      );
      return Buffer.from([...numbers, 27 + recovery]).toString("hex");
    };
    expect(await signAction(elsewhere, action)).toEqual(await signAction(privateKey, action));
    expect(asked).toEqual([32]);
  });

  test.each(["0x1234", `${privateKey}00`, "recognisable"])(
    "that is no key is refused, and not shown",
    async (secret) => {
      const error = await rejection(signAction(secret, action));
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).not.toContain(secret);
    },
  );

  test("that returns no signature is said", async () => {
    await expect(signAction(() => "0x12", action)).rejects.toThrow("no signature");
  });
});

test("a venue's orders carry the action, a nonce of its own each, and the signature", async () => {
  const venue = defineVenue({
    name: "hyperliquid",
    origin: "https://api.hyperliquid.example",
    limits: { weight: { counted: "unknown", windowMs: 60_000, max: 1_200, per: ["ip"] } },
    refusals: [{ status: 429, kind: "quota", executed: "no" }],
    sign: actionSigner("mainnet"),
    endpoints: {
      order: post("/exchange", {
        params: z.strictObject({
          type: z.literal("order").default("order"),
          orders: z.array(z.unknown()),
          grouping: z.literal("na").default("na"),
          vaultAddress: z.string().optional(),
        }),
        answer: z.unknown(),
        auth: "signed",
        weight: { weight: 1 },
      }),
    },
  });
  // The clock of the test does not wait for a module to load.
  await packages();
  const clock = new VirtualClock({ wallMs: 1_790_000_000_000 });
  const { transport, seen } = scripted(clock, () => ({}));
  const account = { apiKey: "0xa", secret: privateKey };
  const client = createClient(venue, { account, clock, transport, coldStart: false });
  await clock.run(
    Promise.all([
      client.order({ orders: [limitOrder] }),
      client.order({ orders: [limitOrder], vaultAddress: vault }),
    ]),
  );
  const bodies = seen.map(({ body }) => JSON.parse(body ?? ""));
  expect(bodies.map(({ nonce }) => nonce)).toEqual([1_790_000_000_000, 1_790_000_000_001]);
  expect(bodies[0].action).toEqual(order);
  expect(bodies[1]).toMatchObject({ action: order, vaultAddress: vault });
  for (const { signature, ...action } of bodies) {
    expect(signature).toEqual(await signAction(privateKey, { ...action, network: "mainnet" }));
  }
});

test("a package that is not installed is said, with how to install it", async () => {
  vi.doMock("@noble/curves/secp256k1.js", () => {
    throw new Error("Cannot find package '@noble/curves'");
  });
  vi.resetModules();
  const { packages: anew } = await import("../../endpoints/hyperliquid/typed-data.ts");
  const error = await rejection(anew());
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain("npm install @noble/curves @noble/hashes @msgpack/msgpack");
});
