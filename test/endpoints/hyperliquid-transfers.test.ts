/** Transfers of Hyperliquid are signed as a wallet reads them, and not as actions. */
import { VirtualClock, createClient } from "headgate";
import { connectionId, hyperliquid } from "headgate/endpoints/hyperliquid";
import { z } from "zod";
import { beforeAll, expect, test } from "vitest";
import { scripted } from "../support/client-wire.ts";

const apiKey = "0x14791697260e4c9a71f18484c9f997b308e59325";
const secret = "0x0123456789012345678901234567890123456789012345678901234567890123";
const destination = "0x5e9ee1089755c3435139848e47e6635505d5a13a";
const nonce = 1_687_816_341_423;
const token = "PURR:0xc4bf3f870c0e9465323c0b6ed28096c2";

// Loads the packages that sign: no clock of ours waits for files.
beforeAll(() => connectionId({ action: {}, nonce: 0 }));

const sent = z.object({
  action: z.looseObject({}),
  nonce: z.number(),
  signature: z.object({ r: z.string(), s: z.string(), v: z.number() }),
});

/** The two of the exchange's own client, tests/signing_test.py of hyperliquid-dex/hyperliquid-python-sdk, and what
 * ccxt 4.5.84 makes of the others, read 2026-11; numbers without leading zeros. */
const vectors = [
  {
    name: "usdSend",
    params: { destination, amount: "1" },
    stamp: "time",
    r: "0x637b37dd731507cdd24f46532ca8ba6eec616952c56218baeff04144e4a77073",
    s: "0x11a6a24900e6e314136d2592e2f8d502cd89b7c15b198e1bee043c9589f9fad7",
    v: 27,
  },
  {
    name: "withdraw3",
    params: { destination, amount: "1" },
    stamp: "time",
    r: "0x8363524c799e90ce9bc41022f7c39b4e9bdba786e5f9c72b20e43e1462c37cf9",
    s: "0x58b1411a775938b83e29182e8ef74975f9054c8e97ebf5ec2dc8d51bfc893881",
    v: 28,
  },
  {
    name: "usdClassTransfer",
    params: { amount: "1.5", toPerp: true },
    stamp: "nonce",
    r: "0xfc6d1dbf31bc94e2153f623881398f77bffbf66419c78ab2f4f8ee947b24d9f1",
    s: "0x226bbee1b70061dfa890f63059c56893eb4edc71d8441692b362e8f19a75519e",
    v: 28,
  },
  {
    name: "spotSend",
    params: { destination, token, amount: "1" },
    stamp: "time",
    r: "0x165ba998a7f919dde45bbaf26259103007c135b7e426ecc6e2db98d32a00cb12",
    s: "0x2f285400621dab9ae58270a9c337f9d66d575896c4543e4f13652d0867542a3",
    v: 28,
  },
  {
    name: "sendAsset",
    params: {
      destination,
      sourceDex: "",
      destinationDex: "spot",
      token: "USDC",
      amount: "1",
      fromSubAccount: "",
    },
    stamp: "nonce",
    r: "0xfa50531704143e0c47bad601c9db39a9f3f2723a7476a82e9c1b190a37e3348a",
    s: "0x78fe345669fe588479ceaa967415ca693668481e5ab25ee9733f3287a2975967",
    v: 27,
  },
];

test.each(vectors)("$name is signed as published", async ({ name, params, stamp, r, s, v }) => {
  const clock = new VirtualClock({ wallMs: nonce });
  const { transport, seen } = scripted(clock, [{ body: { status: "ok", response: {} } }]);
  const venue = hyperliquid({ network: "testnet" });
  const account = { apiKey, secret };
  const client = createClient(venue, { account, clock, transport, coldStart: false });
  const call: unknown = Reflect.get(client, name);
  if (typeof call !== "function") throw new TypeError(`There is no ${name}.`);
  await clock.run(Promise.resolve(Reflect.apply(call, undefined, [params])));
  const body = sent.parse(JSON.parse(seen[0]?.body ?? "{}"));
  const chain = { signatureChainId: "0x66eee", hyperliquidChain: "Testnet" };
  expect(body.action).toEqual({ type: name, ...params, ...chain, [stamp]: nonce });
  const { signature } = body;
  expect(body.nonce).toBe(nonce);
  expect([BigInt(signature.r), BigInt(signature.s)]).toEqual([BigInt(r), BigInt(s)]);
  expect(signature.v).toBe(v);
});
