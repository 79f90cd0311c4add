/**
 * Hyperliquid: https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api
 *
 *     sign.ts         the signature of an action
 *     typed-data.ts   EIP-712 under it
 *
 * For a declaration of one's own (`defineVenue`); its limits and endpoints are not declared here.
 */
export { actionSigner, connectionId, signAction } from "./sign.ts";
export type { ActionSignature, Network } from "./sign.ts";
