/**
 * How orders, cancels and the like are signed for Hyperliquid: as the "phantom agent" whose id is the hash of
 * the action, its nonce and its vault.
 *
 * As hyperliquid-dex/hyperliquid-python-sdk at 7ee976d does it (signing.py), read 2026-11. Transfers and
 * withdrawals are signed as a wallet reads them: transfers.ts.
 */
import { nonces } from "headgate";
import type { Account, Signer } from "headgate";
import { transferDomain, transferOf } from "./transfers.ts";
import type { Network } from "./transfers.ts";
import { digestOf, packages } from "./typed-data.ts";
import type { Struct } from "./typed-data.ts";

const domain: Struct = {
  type: "EIP712Domain",
  fields: [
    ["name", "string", "Exchange"],
    ["version", "string", "1"],
    ["chainId", "uint256", 1_337],
    ["verifyingContract", "address", "0x0000000000000000000000000000000000000000"],
  ],
};

export type { Network } from "./transfers.ts";

type Action = Readonly<{
  /** Its names in the order in which they stand on the wire: they are hashed so. */
  action: Readonly<Record<string, unknown>>;
  nonce: number;
  network: Network;
  /** The vault or sub-account that it is for, in hex. */
  vaultAddress?: string | undefined;
  /** Epoch ms after which it is void. */
  expiresAfter?: number | undefined;
}>;

export type ActionSignature = Readonly<{ r: string; s: string; v: number }>;

/**
 * Signs one action. A private key is 32 bytes in hex; a secret that is a function is given the 32 bytes of
 * the digest and returns r, s and v, one after the other, as 65 bytes in hex.
 *
 * @throws {TypeError} If a package is missing, or the secret is no such key; no message holds it.
 */
export async function signAction(
  secret: Account["secret"],
  action: Action,
): Promise<ActionSignature> {
  const message: Struct = {
    type: "Agent",
    fields: [
      ["source", "string", action.network === "mainnet" ? "a" : "b"],
      ["connectionId", "bytes32", await connectionId(action)],
    ],
  };
  return signStruct(secret, message, domain);
}

async function signStruct(
  secret: Account["secret"],
  message: Struct,
  of: Struct,
): Promise<ActionSignature> {
  const { keccak, sign } = await packages();
  const digest = digestOf(message, { domain: of, keccak });
  if (typeof secret === "function") return parts(await secret(digest));
  const [recovery = 0, ...numbers] = sign(digest, keyOf(secret));
  return parts(Buffer.from([...numbers, 27 + recovery]).toString("hex"));
}

/** The hash that stands for an action, in hex. */
export async function connectionId({
  action,
  nonce,
  vaultAddress,
  expiresAfter,
}: Omit<Action, "network">): Promise<string> {
  const { keccak, pack } = await packages();
  const vault = vaultAddress === undefined ? [] : [Buffer.from(vaultAddress.slice(2), "hex")];
  const expires = expiresAfter === undefined ? [] : [Uint8Array.of(0), uint64(expiresAfter)];
  const hashed = [pack(action), uint64(nonce), Uint8Array.of(vault.length), ...vault, ...expires];
  return `0x${Buffer.from(keccak(Buffer.concat(hashed))).toString("hex")}`;
}

/**
 * The signer of a venue whose parameters are an action as it stands on the wire, with `vaultAddress` and
 * `expiresAfter` beside it where there are any. The nonce is the exchange's time, and never twice the same.
 */
export function actionSigner(network: Network): Signer {
  const nonceOf = nonces();
  return async (request, by, serverTimeMs) => {
    const given: Readonly<Record<string, unknown>> = JSON.parse(request.body ?? "{}");
    const { vaultAddress, expiresAfter, ...action } = given;
    const nonce = nonceOf(by.apiKey, serverTimeMs);
    const beside = {
      ...(typeof vaultAddress === "string" ? { vaultAddress } : {}),
      ...(typeof expiresAfter === "number" ? { expiresAfter } : {}),
    };
    const moved = transferOf(action, { nonce, network });
    if (moved !== undefined) {
      const signature = await signStruct(by.secret, moved.message, transferDomain);
      return { ...request, body: JSON.stringify({ action: moved.action, nonce, signature }) };
    }
    const signature = await signAction(by.secret, { action, nonce, network, ...beside });
    return { ...request, body: JSON.stringify({ action, nonce, signature, ...beside }) };
  };
}

function parts(hex: string): ActionSignature {
  const found = /^(?:0x)?([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/i.exec(hex);
  if (found === null) throw new TypeError("What the account's secret returned is no signature.");
  const [, r = "", s = "", v = ""] = found;
  return { r: `0x${r}`, s: `0x${s}`, v: Number.parseInt(v, 16) };
}

function keyOf(secret: string): Uint8Array {
  const found = /^(?:0x)?([0-9a-f]{64})$/i.exec(secret);
  if (found === null)
    throw new TypeError("The account's secret is no private key of 32 bytes in hex.");
  return Buffer.from(found[1] ?? "", "hex");
}

function uint64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
