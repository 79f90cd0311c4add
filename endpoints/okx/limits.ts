/**
 * What OKX publishes about its limits, and how it says no. It reports nothing of what is left.
 *
 * Source: https://www.okx.com/docs-v5/en/#overview-rate-limits (copies of 2026-08-22 and 2026-09-08), read 2026-11.
 */
import type { Answer, Limit, Refusal } from "headgate";
import { z } from "zod";

/** What a sub-account may place and amend in 2 s, by its fill ratio; VIP 5 and above get more than the first. */
export const orderRates = [1_000, 1_250, 1_500, 1_750, 2_000, 2_500, 3_000, 10_000] as const;
export type OrderRate = (typeof orderRates)[number];

/**
 * Unconfirmed: how OKX counts. A client that sent two at once was refused, one that spaced its calls was
 * not: https://github.com/c9s/bbgo/pull/1534, read 2026-11.
 */
export function paced(max: number, per: Limit["per"], windowMs = 2_000) {
  return { counted: "unknown", windowMs, max, burstMax: 1, per } as const satisfies Limit;
}

/** Of an address, of an account, and of what an account does with an instrument. */
export const open = ["ip"];
export const ofAccount = ["account"];
export const ofInstrument = ["account", "instrument"];

/** By WebSocket they are the same; a batch has one of its own, and takes from these if it is one order. */
export const limitsFor = (orders: OrderRate) =>
  ({
    orders: { counted: "unknown", windowMs: 2_000, max: orders, per: ofAccount },
    place: paced(60, ofInstrument),
    amend: paced(60, ofInstrument),
    cancel: paced(60, ofInstrument),
  }) as const satisfies Readonly<Record<string, Limit>>;

type LimitName = keyof ReturnType<typeof limitsFor>;

/** Options are counted by family: `BTC-USD-260327-90000-C` is one of `BTC-USD`. */
export function instrumentOf(instId: string): string {
  const parts = instId.split("-");
  return parts.length === 5 ? parts.slice(0, 2).join("-") : instId;
}

const single = z.object({ instId: z.string() });
const several = z.object({ orders: z.array(single) });

/** The instruments of a call: one, or those of all orders in a batch. */
export function instrumentsOf(params: Readonly<Record<string, unknown>>): readonly string[] {
  const orders = several.safeParse(params).data?.orders ?? [single.parse(params)];
  return orders.map(({ instId }) => instrumentOf(instId));
}

/** Calls without a tag are counted together. */
export function tagOf({ tag }: Readonly<Record<string, unknown>>): string {
  return typeof tag === "string" ? tag : "";
}

/** 1 for an order that the sub-account's limit counts: those of spot and margin, `BTC-USDT`, are exempt. */
export function counts({ instId }: Readonly<{ instId: string }>): number {
  return instId.split("-").length > 2 ? 1 : 0;
}

const figure = z.union([z.string(), z.number()]).transform(String);
const item = z.object({ sCode: figure.optional() });
const envelope = z.object({
  code: figure,
  data: z.array(item).optional().catch([]),
  outTime: z.string().optional(),
});

/** Neither proves that nothing was executed: the order's `clOrdId` is what to ask by. */
export const unknownCodes: readonly string[] = ["50004", "50026", "51149", "51054", "51412"];

/** Orders say in `sCode` what was wrong with them; where all of a call failed, the worst of them speaks. */
export function code({ body }: Answer): string | undefined {
  const said = envelope.safeParse(body).data;
  if (said?.code !== "1") return said?.code;
  const items = (said.data ?? []).flatMap(({ sCode }) => sCode ?? []);
  return items.find((one) => unknownCodes.includes(one)) ?? items[0] ?? "1";
}

/** Answers about orders carry the exchange's clock, in microseconds. */
export function serverTimeMs({ body }: Answer): number | undefined {
  const outTime = envelope.safeParse(body).data?.outTime;
  return outTime === undefined ? undefined : Number(outTime) / 1_000;
}

const isNo = (answer: Answer): boolean => !["0", "2", undefined].includes(code(answer));

/** Every no of OKX; the first row that fits decides. Of a batch (`2`) some were taken: that is a yes. */
export const refusals: readonly Refusal<LimitName>[] = [
  { code: "50061", kind: "quota", limits: ["orders"], executed: "no" },
  { code: "50011", kind: "quota", limits: ["own", "place", "amend", "cancel"], executed: "no" },
  { code: "50040", kind: "quota", limits: ["own", "place", "amend", "cancel"], executed: "no" },
  { code: "50013", kind: "overload", executed: "no" },
  // Of one order, of which three changes are on their way: it says nothing of others.
  { code: "51513", kind: "overload", executed: "no" },
  // Unconfirmed: whether anything was executed.
  { code: "50001", kind: "overload", executed: "unknown" },
  ...unknownCodes.map((one) => ({ code: one, kind: "fault", executed: "unknown" }) as const),
  { code: "50102", kind: "timestamp", executed: "no" },
  { code: "50113", kind: "credentials", executed: "no" },
  { when: (answer) => answer.status < 500 && isNo(answer), kind: "request", executed: "no" },
];
