/**
 * Rows of refusals that all of Binance's APIs share.
 *
 *     https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md
 *     https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/errors.md, read 2026-11.
 */
import { headerNumber } from "headgate";
import type { Answer, Refusal } from "headgate";
import { bannedUntilMs, code, saying } from "./answers.ts";

/** Bans last from 2 minutes to 3 days. A ban speaks before all else, whatever code or status comes with it. */
export const banned: Refusal<never> = {
  when: isBan,
  kind: "ban",
  whose: "ip",
  executed: "no",
  waitMs: banMs,
};

/** The firewall answers in HTML or in nothing, and for how long it stays closed is not published. */
export const firewall: Refusal<never> = {
  status: 403,
  when: (answer) => code(answer) === undefined,
  kind: "firewall",
  whose: "ip",
  executed: "no",
  waitMs: 60_000,
};

export const overloaded: Refusal<never> = { code: -1008, kind: "overload", executed: "no" };

/** The time of a request, its signature, its key. */
export const unwelcome: readonly Refusal<never>[] = [
  { code: -1021, kind: "timestamp", executed: "no" },
  { code: -1022, kind: "credentials", executed: "no" },
  { code: -2014, kind: "credentials", executed: "no" },
  { code: -2015, kind: "credentials", executed: "no" },
];

/**
 * The first two are "unknown error" and "disconnected": neither proves that nothing happened.
 * Unconfirmed: that they come below 500 at all.
 */
export const uncertain: readonly Refusal<never>[] = [-1000, -1001, -1006, -1007].map(
  (unknown) => ({ code: unknown, kind: "fault", executed: "unknown" }) as const,
);

/**
 * "Too many new orders; current limit is 50 orders per 10 SECOND." `limits` has the limit of each unit; all of
 * them where the answer does not say which.
 */
export function tooManyOrders<Name extends string>(
  row: Pick<Refusal<Name>, "status" | "code" | "executed">,
  limits: Readonly<Record<string, Name>>,
): readonly Refusal<Name>[] {
  const quota = { ...row, kind: "quota" } as const;
  const named = Object.entries(limits).map(([unit, name]) => {
    const says = saying(new RegExp(String.raw`orders per (?:\d+ )?${unit}`, "i"));
    return { ...quota, when: says, limits: [name] };
  });
  return [...named, { ...quota, limits: Object.values(limits) }];
}

/** The shortest ban there is, for one that does not say when it ends. */
const shortestBanMs = 120_000;

function isBan(answer: Answer): boolean {
  return answer.status === 418 || (answer.status >= 400 && bannedUntilMs(answer) !== undefined);
}

function banMs(answer: Answer, serverMs: number): number | undefined {
  const untilMs = bannedUntilMs(answer);
  if (untilMs !== undefined && untilMs > serverMs) return untilMs - serverMs;
  return headerNumber(answer, "retry-after") === undefined ? shortestBanMs : undefined;
}
