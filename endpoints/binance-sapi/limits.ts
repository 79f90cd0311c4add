/**
 * What Binance's SAPI publishes about its limits: each endpoint has one of its own, by IP or by account.
 *
 *     https://developers.binance.com/docs/wallet/general-info
 *     https://developers.binance.com/docs/caas/basics/rate-limits, read 2026-11.
 */
import { headerNumber } from "headgate";
import type { Answer, Limit, Reader, Refusal } from "headgate";
import { saying } from "../binance-spot/answers.ts";
import { banned, firewall, overloaded, uncertain, unwelcome } from "../binance-spot/refusing.ts";

export const limits = {
  /** `margin/max-leverage` may be called once a minute by an IP, beside its limit for an account. */
  maxLeverage: { counted: "unknown", windowMs: 60_000, max: 1, per: ["ip"] },
} as const satisfies Readonly<Record<string, Limit>>;

/** Unconfirmed: that a window is a minute of the clock, so that nothing is presumed. */
const minute = { counted: "unknown", windowMs: 60_000 } as const;

const ip: Limit = { ...minute, max: 12_000, per: ["ip"] };
const account: Limit = { ...minute, max: 180_000, per: ["account"] };

/** A limit of 12 000 a minute for each IP, of this endpoint alone. */
export function perIp<Weight>(own: Weight) {
  return { own: ip, weight: { own } };
}

/** A limit of 180 000 a minute for each account, of this endpoint alone. */
export function perAccount<Weight>(own: Weight) {
  return { own: account, weight: { own } };
}

/** The same in a second, where the documentation says so. */
export function perAccountSecond<Weight>(own: Weight) {
  return { own: { ...account, windowMs: 1_000 }, weight: { own } };
}

/**
 * The used weight of the endpoint's limit. Unconfirmed: that it is not the sum over all endpoints of the IP or
 * account, which would make calls wait that need not.
 */
export const reports: readonly Reader<keyof typeof limits>[] = [
  (answer) => ({ own: { used: used(answer) } }),
];

const headers = ["ip-weight-1m", "uid-weight-1m", "uid-weight-1s", "ip-weight-1s"];

function used(answer: Answer): number | undefined {
  const name = headers.find((one) => answer.header(`x-sapi-used-${one}`) !== undefined);
  return name === undefined ? undefined : headerNumber(answer, `x-sapi-used-${name}`);
}

const quota = { kind: "quota", limits: ["own", "maxLeverage"], executed: "no" } as const;

/** Every no; the first row that fits decides. That a 429 leads to no ban here is said on one page of two. */
export const refusals: readonly Refusal<keyof typeof limits>[] = [
  banned,
  overloaded,
  { status: 429, ...quota },
  // https://github.com/ccxt/ccxt/issues/6905: whatever status it comes with.
  { code: -1003, when: saying(/request has limited/i), ...quota },
  firewall,
  ...unwelcome,
  ...uncertain,
];
