/**
 * Hyperliquid: https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api
 *
 *     limits.ts     how much, and how it is refused     sign.ts         the signature of an action
 *     reads.ts      POST /info, by type                 typed-data.ts   EIP-712 under it
 *     actions.ts    POST /exchange, by type             transfers.ts    what moves money, signed in another way
 */
import { defineVenue } from "headgate";
import { actions } from "./actions.ts";
import { limits, refusals } from "./limits.ts";
import { reads } from "./reads.ts";
import { actionSigner } from "./sign.ts";
import type { Network } from "./sign.ts";
import { transfers } from "./transfers.ts";

export { actionSigner, connectionId, signAction } from "./sign.ts";
export type { ActionSignature, Network } from "./sign.ts";

const origins: Readonly<Record<Network, string>> = {
  mainnet: "https://api.hyperliquid.xyz",
  testnet: "https://api.hyperliquid-testnet.xyz",
};

/**
 * Hyperliquid as published in 2026-11. An account's apiKey is its address, its secret the private key.
 *
 * @throws {TypeError} If there is no such network.
 */
export function hyperliquid({ network = "mainnet" }: Readonly<{ network?: Network }> = {}) {
  if (!Object.hasOwn(origins, network))
    throw new TypeError(`hyperliquid: there is no network "${network}".`);
  return defineVenue({
    name: "hyperliquid",
    origin: origins[network],
    limits,
    refusals,
    sign: actionSigner(network),
    nameOrder: (hex) => `0x${hex}`,
    endpoints: { ...reads, ...actions, ...transfers },
  });
}
