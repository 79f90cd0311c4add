/**
 * What each plan of AllTick allows. A plan belongs to a token, and everything is counted by token, never by
 * address: https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/interface_limitation.md
 * (2026-07-27), read 2026-11; below "interface_limitation.md".
 */

/** The plans that AllTick sells, and the free one. */
export type Plan = "free" | "basic" | "premium" | "professional" | "all-hk" | "all-cn" | "all-us";

/** So much in each window. */
type Figure = Readonly<{ max: number; windowMs: number }>;

/** The figures of one plan. */
export type Figures = Readonly<{
  plan: Plan;
  /** Of each endpoint, and again of all of them together. */
  second: Figure;
  /** Between two calls of one batch-kline endpoint. */
  batch: Figure;
  /** Of all endpoints together. */
  minute: Figure;
  day: Figure;
  /** In one call of trade-tick, depth-tick or static_info. */
  codesMax: number;
  /** In one call of batch-kline: codes times kinds of kline. */
  groupsMax: number;
}>;

/** "All HK", "All CN" and "All US" have the figures of "Professional" and other codes. */
const professional = {
  second: { max: 20, windowMs: 1_000 },
  batch: { max: 1, windowMs: 1_000 },
  minute: { max: 1_200, windowMs: 60_000 },
  day: { max: 1_728_000, windowMs: 86_400_000 },
  codesMax: 50,
  groupsMax: 500,
} as const;

/**
 * By plan, from interface_limitation.md, read 2026-11. Where AllTick's own pages disagree, the stricter:
 *
 * - free, together: 1 per 10 s (interface_limitation.md), not 1 per second (kline_query.md, static_query.md,
 *   batch_kline_query.md, get_suspension_query.md);
 * - free, a day: 1 000 (interface_limitation.md, latest_transaction_price_query.md), not 14 400
 *   (kline_query.md, static_query.md, get_suspension_query.md);
 * - free, groups of a batch: 5 (interface_limitation.md), not 10 (batch_kline_query.md).
 */
const figures: Readonly<Record<Plan, Omit<Figures, "plan">>> = {
  free: {
    second: { max: 1, windowMs: 10_000 },
    batch: { max: 1, windowMs: 10_000 },
    minute: { max: 10, windowMs: 60_000 },
    day: { max: 1_000, windowMs: 86_400_000 },
    codesMax: 5,
    groupsMax: 5,
  },
  basic: {
    second: { max: 1, windowMs: 1_000 },
    batch: { max: 1, windowMs: 3_000 },
    minute: { max: 60, windowMs: 60_000 },
    day: { max: 86_400, windowMs: 86_400_000 },
    // Advice, for the length of a URL; nothing says what happens above it.
    codesMax: 50,
    groupsMax: 100,
  },
  premium: {
    second: { max: 10, windowMs: 1_000 },
    batch: { max: 1, windowMs: 2_000 },
    minute: { max: 600, windowMs: 60_000 },
    day: { max: 864_000, windowMs: 86_400_000 },
    codesMax: 50,
    groupsMax: 200,
  },
  professional,
  "all-hk": professional,
  "all-cn": professional,
  "all-us": professional,
};

/**
 * The figures of a plan.
 *
 * @throws {TypeError} If AllTick sells no such plan.
 */
export function figuresOf(plan: Plan): Figures {
  if (Object.hasOwn(figures, plan)) return { plan, ...figures[plan] };
  throw new TypeError(
    `alltick: there is no plan "${plan}"; there are ${Object.keys(figures).join(", ")}.`,
  );
}
