/**
 * How AllTick counts: by token, in windows of the clock, each endpoint and all of them together. The figures
 * are written a second time, from the documentation and not from `plans.ts`.
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/interface_limitation.md,
 * read 2026-11.
 *
 * What is not published is taken at its most severe: the minimum interval of batch-kline is no clock window,
 * a refused request has counted, and the endpoints are added up each second.
 */
import { FixedWindows } from "headgate/emulator";
import type { Taken } from "headgate/emulator";
import type { Plan } from "./plans.ts";

/** One limit in force. */
type ServerLimit = Readonly<{ max: number; windowMs: number }>;

/** What a plan allows. */
export type ServerPlan = Readonly<{
  /** Each endpoint, and all together. */
  second: ServerLimit;
  minute: ServerLimit;
  day: ServerLimit;
  /** From one call of a batch-kline endpoint to the next. */
  batchMs: number;
  codesMax: number;
  groupsMax: number;
}>;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** So many calls in each of `windowMs`, with the whole minute and day that AllTick states beside them. */
function row(
  [max, windowMs]: readonly [max: number, windowMs: number],
  [minute, day]: readonly [minute: number, day: number],
  rest: Pick<ServerPlan, "batchMs" | "codesMax" | "groupsMax">,
): ServerPlan {
  return {
    second: { max, windowMs },
    minute: { max: minute, windowMs: minuteMs },
    day: { max: day, windowMs: dayMs },
    ...rest,
  };
}

const most = row([20, 1_000], [1_200, 1_728_000], {
  batchMs: 1_000,
  codesMax: 50,
  groupsMax: 500,
});

/** As AllTick published them on 2026-07-27. */
export const publishedPlans: Readonly<Record<Plan, ServerPlan>> = {
  free: row([1, 10_000], [10, 1_000], { batchMs: 10_000, codesMax: 5, groupsMax: 5 }),
  basic: row([1, 1_000], [60, 86_400], { batchMs: 3_000, codesMax: 50, groupsMax: 100 }),
  premium: row([10, 1_000], [600, 864_000], { batchMs: 2_000, codesMax: 50, groupsMax: 200 }),
  professional: most,
  "all-hk": most,
  "all-cn": most,
  "all-us": most,
};

/** How an endpoint is counted, beside what all have in common. */
export type Pace = "second" | "interval" | "minute";

/** What a request came to: let through, or refused by its endpoint or by a common limit. */
export type Entry = "accepted" | "endpoint" | "common";

/** In every common window: what somebody else takes with the same token. */
const others = "";

/** The counters of one server side. */
export class Quotas {
  readonly #plan: ServerPlan;
  readonly #zoneOffsetMs: number;
  readonly #together: FixedWindows;
  readonly #minute: FixedWindows;
  readonly #day: FixedWindows;
  readonly #endpoint: FixedWindows;
  readonly #suspension = new FixedWindows(minuteMs);
  /** When the last batch of a token and an endpoint was let through. */
  readonly #batches = new Map<string, number>();

  /** `zoneOffsetMs` is what the zone of AllTick's midnight is ahead of UTC. */
  constructor(plan: ServerPlan, zoneOffsetMs: number) {
    this.#plan = plan;
    this.#zoneOffsetMs = zoneOffsetMs;
    this.#together = new FixedWindows(plan.second.windowMs);
    this.#minute = new FixedWindows(plan.minute.windowMs);
    this.#day = new FixedWindows(plan.day.windowMs);
    this.#endpoint = new FixedWindows(plan.second.windowMs);
  }

  /** Counts a request everywhere, and says what it came to. */
  enter(token: string, endpoint: Readonly<{ path: string; pace: Pace }>, nowMs: number): Entry {
    const own = this.#ownHolds(`${token} ${endpoint.path}`, endpoint.pace, nowMs);
    const common = this.#take(token, 1, nowMs);
    const { second, minute, day } = this.#plan;
    const fits =
      common.together <= second.max && common.minute <= minute.max && common.day <= day.max;
    if (!fits) return "common";
    return own ? "accepted" : "endpoint";
  }

  /** What the present window of all endpoints holds for a token, everybody's use included. */
  together(token: string, nowMs: number): Taken {
    const own = this.#together.take(token, 0, nowMs);
    return { ...own, used: own.used + this.#together.take(others, 0, nowMs).used };
  }

  /** Somebody else calls with the token. */
  takeByOthers(weight: number, nowMs: number): void {
    this.#take(others, weight, nowMs);
  }

  #take(
    key: string,
    weight: number,
    nowMs: number,
  ): Readonly<{ together: number; minute: number; day: number }> {
    const takeFrom = (windows: FixedWindows, atMs: number): number =>
      windows.take(key, weight, atMs).used + windows.take(others, 0, atMs).used;
    return {
      together: takeFrom(this.#together, nowMs),
      minute: takeFrom(this.#minute, nowMs),
      day: takeFrom(this.#day, nowMs + this.#zoneOffsetMs),
    };
  }

  #ownHolds(key: string, pace: Pace, nowMs: number): boolean {
    switch (pace) {
      case "second":
        return this.#endpoint.take(key, 1, nowMs).used <= this.#plan.second.max;
      case "minute":
        return this.#suspension.take(key, 1, nowMs).used <= 1;
      case "interval": {
        const lastMs = this.#batches.get(key) ?? -Infinity;
        if (nowMs < lastMs + this.#plan.batchMs) return false;
        this.#batches.set(key, nowMs);
        return true;
      }
    }
  }
}
