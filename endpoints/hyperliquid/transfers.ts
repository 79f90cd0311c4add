/**
 * What moves money at Hyperliquid. A wallet signs what it reads: each field by its name, and no hash of an action.
 *
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/exchange-endpoint,
 *     hyperliquid-dex/hyperliquid-python-sdk at 7ee976d (hyperliquid/utils/signing.py, exchange.py), read 2026-11.
 *
 * The time of each is that of its signature. None is sent again by itself, and none can be asked for by a name.
 */
import { post } from "headgate";
import { z } from "zod";
import type { Struct } from "./typed-data.ts";

export type Network = "mainnet" | "testnet";

type Field = readonly [name: string, type: "string" | "bool"];

/** Its name to a wallet, its fields in their order, and where its time stands. */
type Shape = Readonly<{ called: string; fields: readonly Field[]; stamp: "time" | "nonce" }>;

const text = (...names: readonly string[]): readonly Field[] =>
  names.map((name) => [name, "string"]);

const shapes: Readonly<Record<string, Shape>> = {
  usdSend: { called: "UsdSend", fields: text("destination", "amount"), stamp: "time" },
  spotSend: { called: "SpotSend", fields: text("destination", "token", "amount"), stamp: "time" },
  withdraw3: { called: "Withdraw", fields: text("destination", "amount"), stamp: "time" },
  usdClassTransfer: {
    called: "UsdClassTransfer",
    fields: [...text("amount"), ["toPerp", "bool"]],
    stamp: "nonce",
  },
  sendAsset: {
    called: "SendAsset",
    fields: text("destination", "sourceDex", "destinationDex", "token", "amount", "fromSubAccount"),
    stamp: "nonce",
  },
};

/** Which chain a signature is said to be for is free; this is the one that the exchange's own client says. */
const signatureChainId = "0x66eee";

export const transferDomain: Struct = {
  type: "EIP712Domain",
  fields: [
    ["name", "string", "HyperliquidSignTransaction"],
    ["version", "string", "1"],
    ["chainId", "uint256", Number(signatureChainId)],
    ["verifyingContract", "address", "0x0000000000000000000000000000000000000000"],
  ],
};

type Action = Readonly<Record<string, unknown>>;

/** A transfer as it goes on the wire, and as a wallet reads it; `undefined` of every other action. */
export function transferOf(
  given: Action,
  at: Readonly<{ nonce: number; network: Network }>,
): Readonly<{ action: Action; message: Struct }> | undefined {
  const type = String(given["type"]);
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  if (shape === undefined) return undefined;
  const { called, fields, stamp } = shape;
  const hyperliquidChain = at.network === "mainnet" ? "Mainnet" : "Testnet";
  const action = { ...given, signatureChainId, hyperliquidChain, [stamp]: at.nonce };
  const message: Struct = {
    type: `HyperliquidTransaction:${called}`,
    fields: [
      ["hyperliquidChain", "string", hyperliquidChain],
      ...fields.map(([name, kind]) =>
        kind === "bool"
          ? ([name, kind, given[name] === true] as const)
          : ([name, kind, String(given[name])] as const),
      ),
      [stamp, "uint64", at.nonce],
    ],
  };
  return { action, message };
}

/** Decimals are text, as they are signed. */
const amount = z.string().regex(/^\d+(?:\.\d+)?$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
/** Name and id: `PURR:0xc4bf3f870c0e9465323c0b6ed28096c2`. */
const token = z.string().min(1);

/** Unconfirmed: that each counts as an action, as the one of them does of which it is said. */
function transfer<const Type extends string, Fields extends z.ZodRawShape>(
  type: Type,
  fields: Fields,
) {
  return post("/exchange", {
    auth: "signed",
    params: z.strictObject({ type: z.literal(type).default(type), ...fields }),
    answer: z.looseObject({ status: z.literal("ok"), response: z.unknown() }),
    weight: { weight: 1, actions: 1, cancels: 1 },
  });
}

export const transfers = {
  /** USDC of perpetuals, to another address. */
  usdSend: transfer("usdSend", { destination: address, amount }),
  spotSend: transfer("spotSend", { destination: address, token, amount }),
  /** USDC off the exchange, less its fee. */
  withdraw3: transfer("withdraw3", { destination: address, amount }),
  /** USDC between spot and perpetuals; `amount` may name a sub-account after a blank. */
  usdClassTransfer: transfer("usdClassTransfer", { amount: z.string(), toPerp: z.boolean() }),
  /** Between any of one's places, and to others; a place that is left empty is that of USDC perpetuals. */
  sendAsset: transfer("sendAsset", {
    destination: address,
    sourceDex: z.string(),
    destinationDex: z.string(),
    token,
    amount,
    fromSubAccount: z.string(),
  }),
};
