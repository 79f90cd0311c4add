/**
 * What Bitget publishes about its limits: how much, what it reports, and how it says no.
 *
 * https://www.bitget.com/api-doc/common/intro (copy of 2025-11-30) and the questions 10 and 11 of
 * https://www.bitget.com/api-doc/common/faq (copy of 2026-09-28), read 2026-11.
 */
import { headerNumber } from "headgate";
import type { Answer, Limit, Reader, Refusal } from "headgate";
import { z } from "zod";

/** Everything that comes from one address; who goes above it waits for five minutes. */
export const limits = {
  ip: { counted: "unknown", windowMs: 60_000, max: 6_000, per: ["ip"] },
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

const perSecond = (max: number, per: Limit["per"]): Limit => {
  return { counted: "unknown", windowMs: 1_000, max, per };
};

/** A public endpoint with so many calls in a second for an address. Unconfirmed: how the second lies. */
export const open = (max: number) => ({ own: perSecond(max, ["ip"]), weight: { own: 1 } });

/** A signed one, for an account. */
export const signed = (max: number) =>
  ({ auth: "signed", own: perSecond(max, ["account"]), weight: { own: 1 } }) as const;

const envelope = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  requestTime: z.number().optional(),
});

/** "00000" is a yes. */
export function code({ body }: Answer): string | undefined {
  return envelope.safeParse(body).data?.code;
}

/** Every body carries the exchange's clock in ms. */
export function serverTimeMs({ body }: Answer): number | undefined {
  return envelope.safeParse(body).data?.requestTime;
}

/**
 * What remains of the endpoint's own limit, whatever its name says. Unconfirmed: that this call is counted
 * in it; some saw it begin at 19 of 20, others at 10 of 10.
 */
const remaining = (answer: Answer): number | undefined =>
  headerNumber(answer, "x-mbx-used-remain-limit");

export const reports: readonly Reader<LimitName>[] = [
  (answer) => ({ own: { remaining: remaining(answer) } }),
];

/** Every no of Bitget; the first row that fits decides. Its table names no statuses: the codes decide. */
export const refusals: readonly Refusal<LimitName>[] = [
  // Unconfirmed: that a 429 with something left of the endpoint's own limit is of the address.
  {
    status: 429,
    when: (answer) => (remaining(answer) ?? 0) > 0,
    kind: "quota",
    limits: ["ip"],
    executed: "no",
    waitMs: 300_000,
  },
  { status: 429, kind: "quota", limits: ["own"], executed: "no" },
  { code: "429", kind: "quota", limits: ["own"], executed: "no" },
  // The same order may be cancelled once in a second: it says nothing of others.
  { code: "45129", kind: "overload", executed: "no", waitMs: 1_000 },
  // None of them proves that nothing was executed: `orderInfo` by `clientOid` is how to ask.
  ...["40010", "40015", "40725", "40910", "45001"].map(
    (unknown) => ({ code: unknown, kind: "fault", executed: "unknown" }) as const,
  ),
  { code: "40008", kind: "timestamp", executed: "no" },
  { code: "40009", kind: "credentials", executed: "no" },
  {
    when: (answer) => answer.status < 500 && (code(answer) ?? "00000") !== "00000",
    kind: "request",
    executed: "no",
  },
];
