/**
 * How Kraken counts, written a second time: counters that fall every three seconds, as far as "every couple
 * of seconds" tells; one public call per second; the orders that are open.
 *
 *     https://docs.kraken.com/exchange/guides/rest/ratelimits.md, read 2026-11.
 *     https://docs.kraken.com/api/docs/guides/spot-ratelimits, read 2026-11.
 *     https://support.kraken.com/articles/206548367, read 2026-11.
 */
import { rollingLog, steppedDecay } from "headgate/emulator";
import type { ServerPool, Visit } from "headgate/emulator";
import type { Desk } from "./server-desk.ts";
import type { No } from "./server-refusals.ts";

export type Pool = "public" | "publicOfPair" | "counter" | "engine" | "openOrders";
export type Tier = "starter" | "intermediate" | "pro";

const stepMs = 3_000;

const counters = { starter: [15, 0.33], intermediate: [20, 0.5], pro: [20, 1] } as const;
const engines = { starter: [60, 1], intermediate: [125, 2.34], pro: [180, 3.75] } as const;
const open = { starter: 60, intermediate: 80, pro: 225 } as const;

function falling([max, refillPerSecond]: readonly [max: number, perSecond: number]) {
  return { model: steppedDecay({ max, refillPerSecond, stepMs }), max, windowMs: stepMs };
}

function oncePerSecond(whose: (visit: Visit) => string): ServerPool<No> {
  const model = rollingLog({ max: 1, windowMs: 1_000 });
  return { model, max: 1, windowMs: 1_000, whose, refusal: "public" };
}

export function pools(tier: Tier, desk: Desk): Readonly<Record<Pool, ServerPool<No>>> {
  const whose = (visit: Visit): string => `${visit.caller?.name ?? ""}:${desk.pairOf(visit)}`;
  return {
    public: oncePerSecond(({ request }) => request.ip),
    publicOfPair: oncePerSecond(({ request, params }) => `${request.ip}:${String(params["pair"])}`),
    counter: {
      ...falling(counters[tier]),
      whose: ({ caller }) => caller?.apiKey ?? "",
      refusal: "counter",
    },
    engine: { ...falling(engines[tier]), whose, refusal: "engine" },
    openOrders: {
      model: desk.openUpTo(open[tier]),
      max: open[tier],
      windowMs: stepMs,
      whose,
      refusal: "openOrders",
    },
  };
}
