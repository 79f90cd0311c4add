/**
 * EIP-712, as far as flat structs go: what a wallet signs instead of raw bytes.
 *
 *     digest = keccak(0x19 0x01 | hash of the domain | hash of the message)
 *
 * https://eips.ethereum.org/EIPS/eip-712, read 2026-11. The curve, the hash and MessagePack come from packages
 * that headgate does not bring: only who signs for this exchange needs them.
 */

/** A field with its value; an address or 32 bytes in hex. */
type Field =
  | readonly [name: string, type: "string", value: string]
  | readonly [name: string, type: "address" | "bytes32", value: string]
  | readonly [name: string, type: "bool", value: boolean]
  | readonly [name: string, type: "uint64" | "uint256", value: number | bigint];

export type Struct = Readonly<{ type: string; fields: readonly Field[] }>;

export type Packages = Readonly<{
  keccak: (bytes: Uint8Array) => Uint8Array;
  /** Signs a digest: the recovery bit, then r, then s. */
  sign: (digest: Uint8Array, privateKey: Uint8Array) => Uint8Array;
  pack: (value: unknown) => Uint8Array;
}>;

let loaded: Promise<Packages> | undefined;

/** @throws {TypeError} If one is not installed; the message says how to. */
export function packages(): Promise<Packages> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Packages> {
  try {
    const [{ secp256k1 }, { keccak_256: keccak }, { encode: pack }] = await Promise.all([
      import("@noble/curves/secp256k1.js"),
      import("@noble/hashes/sha3.js"),
      import("@msgpack/msgpack"),
    ]);
    const sign: Packages["sign"] = (digest, privateKey) =>
      secp256k1.sign(digest, privateKey, { prehash: false, format: "recovered" });
    return { keccak, sign, pack };
  } catch (cause) {
    throw new TypeError(
      "Signing for Hyperliquid needs three packages: npm install @noble/curves @noble/hashes @msgpack/msgpack",
      { cause },
    );
  }
}

/** What has to be signed. */
export function digestOf(
  message: Struct,
  { domain, keccak }: Readonly<{ domain: Struct } & Pick<Packages, "keccak">>,
): Uint8Array {
  const parts = [Uint8Array.of(0x19, 0x01), hashOf(domain, keccak), hashOf(message, keccak)];
  return keccak(Buffer.concat(parts));
}

function hashOf({ type, fields }: Struct, keccak: Packages["keccak"]): Uint8Array {
  const shape = `${type}(${fields.map(([name, kind]) => `${kind} ${name}`).join(",")})`;
  const words = fields.map((field) => wordOf(field, keccak));
  return keccak(Buffer.concat([keccak(Buffer.from(shape)), ...words]));
}

/** A value as 32 bytes; a text by its hash. */
function wordOf([, type, value]: Field, keccak: Packages["keccak"]): Uint8Array {
  if (type === "string") return keccak(Buffer.from(value));
  const hex = typeof value === "string" ? value.replace(/^0x/, "") : BigInt(value).toString(16);
  return Buffer.from(hex.padStart(64, "0"), "hex");
}
