/**
 * Which of the two is right where they differ, and why. The exchange's own words decide: our figure is right by the
 * source that its declaration names, unless a rule below says more. Where ccxt was right the declaration was
 * mended, and there is no difference left.
 */
import type { Difference } from "./compare.ts";
import { sourceOf } from "./source.ts";
import type { Source } from "./source.ts";

export type Verdict = Readonly<{
  /** `both`: each is right about what it counts. */
  right: "ours" | "both";
  why: string;
  source: Source;
}>;

type Rule = Readonly<{
  venue: RegExp;
  call?: RegExp;
  fits?: (difference: Difference) => boolean;
  right?: "both";
  why: string;
}>;

const isOfMarket = ({ ours }: Difference): boolean => ours.limit === "ip";

/** The first that fits. */
const rules: readonly Rule[] = [
  {
    venue: /^binance-(usdm|coinm)$/,
    call: /(depth|[kK]lines)$/,
    why: "Without a limit 500 rows are given, and 500 are paid for; ccxt has the price of the fewest.",
  },
  {
    venue: /^binance-usdm$/,
    call: /v[23]\/(account|balance|positionRisk)$/,
    why: "5 is stated of versions 2 and 3; ccxt has 1.",
  },
  {
    venue: /^binance-spot$/,
    call: /(trades|historicalTrades|aggTrades|ticker)$/i,
    why: "ccxt has less than the exchange states.",
  },
  {
    venue: /^binance-spot$/,
    call: /myPreventedMatches$/,
    right: "both",
    why: "2 by the match's id and 20 by an order's; ccxt has the one for the order.",
  },
  {
    venue: /^bybit$/,
    fits: isOfMarket,
    why: "Public endpoints have no limit but that of the address, 600 in 5 s; ccxt has one for each that is not stated.",
  },
  { venue: /^bybit$/, why: "The table of 2026-07-24 states it; ccxt has another figure." },
  {
    venue: /^okx$/,
    call: /batch-orders$/,
    right: "both",
    why: "A batch of one counts as a single order; ccxt has what each of several takes of 300 in 2 s.",
  },
  {
    venue: /^gate$/,
    call: /spot\/orders/,
    fits: ({ ours }) => ours.limit === "spotOrders",
    why: "10 per second for each pair are stated; ccxt has 50.",
  },
  {
    venue: /^kraken-spot$/,
    call: /(Order|Batch|CancelAll)/,
    why: "Trading takes from the counter of the matching engine, by the order's age; ccxt lets it cost nothing.",
  },
  {
    venue: /^kraken-spot$/,
    call: /public/,
    right: "both",
    why: "One per second, which headroom makes 1.07 s; ccxt, which keeps none, found that it needs 1.2 s.",
  },
  {
    venue: /^kraken-spot$/,
    call: /Ledgers|TradesHistory/,
    why: "4 by the one guide and 2 by the other: the stricter. ccxt has 2, and 1 for single ledgers.",
  },
  {
    venue: /^kraken-futures$/,
    why: "ccxt lets every call cost the same; the exchange counts by endpoint.",
  },
  {
    venue: /^kucoin$/,
    fits: ({ ours, ccxt }) => ours.weight === ccxt.cost,
    why: "The same weight; but this pool has 2000 in 30 s, and ccxt fills every one as that of spot, which has 4000.",
  },
  { venue: /^kucoin$/, why: "The weight that KuCoin's own SDK states; ccxt's is another." },
  {
    venue: /^(alpaca-trading|bitstamp|coinbase-exchange|coinbase-advanced|bitfinex)$/,
    why: "ccxt has one cost for all calls; the exchange publishes this limit.",
  },
  {
    venue: /^mexc$/,
    why: "The weight that is stated, of the 300 in 10 s that are planned with; ccxt plans with 200, or counts all symbols.",
  },
  {
    venue: /^deribit$/,
    why: "A limit of its own is published for it; ccxt takes credits, or a request to the matching engine.",
  },
  {
    venue: /^upbit$/,
    call: /orders/,
    right: "both",
    why: "12 per second in Korea since 2026-08-21; ccxt has the 8 of the other regions.",
  },
];

const otherwise = "The exchange states it; ccxt has another figure.";

export function verdictOn(difference: Difference): Verdict {
  const { venue, call } = difference;
  const rule = rules.find(
    (one) =>
      one.venue.test(venue) && (one.call?.test(call) ?? true) && (one.fits?.(difference) ?? true),
  );
  const source = sourceOf(venue, call.slice(call.indexOf("/")));
  return { right: rule?.right ?? "ours", why: rule?.why ?? otherwise, source };
}
