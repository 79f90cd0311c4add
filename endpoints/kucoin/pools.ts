/**
 * What endpoints of one pool have in common: who calls, on which host, and what a call takes. With nothing
 * else each is an endpoint that a bot calls rarely; others say their parameters and their answer.
 * https://github.com/rosssaunders/coincise/blob/a00ae58/docs/kucoin/rate_limits.md, read 2026-11.
 */
import { anything } from "./schemas.ts";

const signed = { ...anything, auth: "signed" } as const;
const onFutures = { origin: "https://api-futures.kucoin.com" } as const;

export const spot = (weight: number) => ({ ...signed, weight: { spot: weight } });
export const management = (weight: number) => ({ ...signed, weight: { management: weight } });
export const earn = (weight: number) => ({ ...signed, weight: { earn: weight } });
export const open = (weight: number) => ({ ...anything, weight: { open: weight } });

export const futures = (weight: number) => {
  return { ...signed, ...onFutures, weight: { futures: weight } };
};
export const copyTrading = (weight: number) => {
  return { ...signed, ...onFutures, weight: { copyTrading: weight } };
};
export const managementFutures = (weight: number) => ({ ...management(weight), ...onFutures });
export const openFutures = (weight: number) => ({ ...open(weight), ...onFutures });

export const broker = (weight: number) => {
  return { ...signed, origin: "https://api-broker.kucoin.com", weight: { broker: weight } };
};

/** Of what cancels orders. */
export const cancels = { priority: "urgent", idempotent: true } as const;

/** Of what cancels the order of a `clientOid`. */
export const byClientOid = { clientId: "clientOid", withdraws: true } as const;
