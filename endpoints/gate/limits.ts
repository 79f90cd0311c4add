/**
 * What Gate publishes about its limits: how much, what it reports, and how it says no.
 *
 * Source unless a line says otherwise: gate.com/docs/developers/apiv4, "Frequency limit rule", the headers
 * and the list of labels (copy of 2026-05-27), read 2026-11.
 *     https://github.com/qiuham/marketdata-api-doc/blob/02d1b3b/docs/crypto/gateio/apiv4/en.md
 *
 * Unconfirmed: how its windows lie. It speaks of "the current time window" and of the next one, and says
 * nothing of where they begin; here so that neither a fixed nor a rolling one is overrun.
 */
import { headerNumber } from "headgate";
import type { Answer, Item, Limit, Reader, Refusal } from "headgate";
import { z } from "zod";

const window = (max: number, windowMs: number, per: Limit["per"]) =>
  ({ counted: "unknown", windowMs, max, per }) as const satisfies Limit;

/**
 * What several endpoints take from, each order of a batch for itself. An account is a main or a sub-account.
 * Who is VIP 14 or above may place 100 to 400 orders of futures by the fill ratio: the headers tell.
 */
export const limits = {
  /** Placing and amending, of one pair. */
  spotOrders: window(10, 1_000, ["account", "currencyPair"]),
  spotCancels: window(200, 1_000, ["account"]),
  /** Placing and amending. */
  futuresOrders: window(100, 1_000, ["account"]),
  futuresCancels: window(200, 1_000, ["account"]),
} as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof typeof limits;

/** A public endpoint: 200 in 10 s for an address. */
export const open = { own: window(200, 10_000, ["ip"]), weight: { own: 1 } } as const;

/** A signed one, for an account: of spot, futures and the wallet 200 in 10 s, others less. */
export const signed = (max = 200, windowMs = 10_000) =>
  ({ auth: "signed", own: window(max, windowMs, ["account"]), weight: { own: 1 } }) as const;

const ofPair = z.object({ currency_pair: z.string() });
const ofPairs = z.object({ orders: z.array(ofPair) });

/** The pairs of a call: one, or those of all orders in a batch. */
export function pairsOf(params: Readonly<Record<string, unknown>>): readonly string[] {
  const orders = ofPairs.safeParse(params).data?.orders ?? [ofPair.parse(params)];
  return orders.map((order) => order.currency_pair);
}

const no = z.object({ label: z.string(), message: z.string().optional() });
const results = z.array(z.object({ succeeded: z.boolean(), label: z.string().optional() }));

const tooMany = "TOO_MANY_REQUESTS";

/** In the body of every no; of a batch, where some of its orders were too many. */
export function code({ body }: Answer): string | undefined {
  const batch = results.safeParse(body).data;
  if (batch === undefined) return no.safeParse(body).data?.label;
  return batch.some(({ label }) => label === tooMany) ? tooMany : undefined;
}

/** Of a batch: what became of each of its orders. */
export function itemsOf({ body }: Answer): readonly Item[] | undefined {
  return results.safeParse(body).data?.map(({ succeeded, label }) => {
    if (succeeded) return { executed: "yes" };
    return { executed: unknown.has(label ?? "") ? "unknown" : "no", code: label };
  });
}

/** The gateway's clock, in microseconds. */
export function serverTimeMs(answer: Answer): number | undefined {
  const sent = headerNumber(answer, "x-out-time");
  return sent === undefined ? undefined : sent / 1_000;
}

/** Of whichever limit the call took from, this call included. Nothing is hidden where nothing is left. */
export const reports: readonly Reader<LimitName>[] = [
  (answer) => ({
    own: {
      remaining: headerNumber(answer, "x-gate-ratelimit-requests-remain"),
      max: headerNumber(answer, "x-gate-ratelimit-limit"),
    },
  }),
];

/** None of them proves that nothing was executed: an order's `text` is what to ask by. */
const unknown: ReadonlySet<string> = new Set(["SERVER_ERROR", "SERVER_TIMEOUT"]);

const quota = { code: tooMany, kind: "quota", executed: "no" } as const;

/** Every no of Gate; the first row that fits decides. Many of its statuses are not stated: the labels decide. */
export const refusals: readonly Refusal<LimitName>[] = [
  // Unconfirmed: the status. Only the number's meaning is documented.
  { code: tooMany, when: says(100), kind: "overload", executed: "no" },
  // So few orders were filled that for an hour or more only 10 in 10 s are taken, or 20 of futures.
  {
    ...quota,
    when: says(212, 312),
    limits: ["spotOrders", "futuresOrders"],
    waitMs: 10_000,
  },
  { ...quota, waitMs: untilResetMs },
  { code: "TOO_FAST", kind: "quota", executed: "no" },
  // Unconfirmed: that nothing was executed.
  { code: "TOO_BUSY", kind: "overload", executed: "unknown" },
  ...[...unknown].map((label) => ({ code: label, kind: "fault", executed: "unknown" }) as const),
  { code: "REQUEST_EXPIRED", kind: "timestamp", executed: "no" },
  { code: "INVALID_SIGNATURE", kind: "credentials", executed: "no" },
  { code: "ORDER_EXISTS", kind: "request", executed: "no" },
  { code: "DUPLICATE_REQUEST", kind: "request", executed: "no" },
];

/** Which limit it was stands in the message alone: "Request Rate limit Exceeded (211)". */
function says(...numbers: readonly number[]): (answer: Answer) => boolean {
  return ({ body }) => {
    const message = no.safeParse(body).data?.message ?? "";
    return numbers.some((number) => message.includes(`(${number})`));
  };
}

/** The smallest epoch in ms; as seconds it would be the year 33658. */
const epochMsMin = 1e12;

/** Epoch seconds, as the Chinese text alone says; clients disagree, so a large one is read as ms. */
function untilResetMs(answer: Answer, serverMs: number): number | undefined {
  const reset = headerNumber(answer, "x-gate-ratelimit-reset-timestamp");
  if (reset === undefined) return undefined;
  const resetMs = reset >= epochMsMin ? reset : reset * 1_000;
  return resetMs - (serverTimeMs(answer) ?? serverMs);
}
