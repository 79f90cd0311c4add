/**
 * How Binance counts and refuses: weight and raw requests by IP, unfilled orders by account, and bans of
 * an IP that goes on after 429.
 * https://github.com/binance/binance-spot-api-docs/blob/master/rest-api.md, read 2026-07-21.
 */
import { FixedWindows } from "headgate/emulator";
import type { ServerAnswer, Taken } from "headgate/emulator";

/** One limit in force. */
export type ServerLimit = Readonly<{ max: number; windowMs: number }>;

/** The limits of Binance Spot. */
export type ServerLimits = Readonly<{
  requestWeight: ServerLimit;
  rawRequests: ServerLimit;
  orders10s: ServerLimit;
  orders1d: ServerLimit;
}>;

/** What Binance published on 2026-07-21. The order limits are its examples: each account has its own. */
export const publishedLimits: ServerLimits = {
  requestWeight: { max: 6_000, windowMs: 60_000 },
  rawRequests: { max: 300_000, windowMs: 300_000 },
  orders10s: { max: 50, windowMs: 10_000 },
  orders1d: { max: 160_000, windowMs: 86_400_000 },
};

/** When patience ends. */
export type BanRules = Readonly<{
  /** So many refused requests of an IP in one weight window are answered with 429; the next is a ban. */
  banAfter: number;
  /** How long the first ban lasts; each later one twice as long as the one before, up to 3 days. */
  banMs: number;
}>;

type Ban = Readonly<{ untilMs: number; lengthMs: number }>;

const banMaxMs = 259_200_000;

/** The counters of one server side, and what they say to a request. */
export class Quotas {
  readonly limits: ServerLimits;
  readonly #rules: BanRules;
  readonly #weight: FixedWindows;
  readonly #raw: FixedWindows;
  readonly #orders10s: FixedWindows;
  readonly #orders1d: FixedWindows;
  readonly #refused: FixedWindows;
  readonly #bans = new Map<string, Ban>();

  constructor(limits: ServerLimits, rules: BanRules) {
    this.limits = limits;
    this.#rules = rules;
    this.#weight = new FixedWindows(limits.requestWeight.windowMs);
    this.#raw = new FixedWindows(limits.rawRequests.windowMs);
    this.#orders10s = new FixedWindows(limits.orders10s.windowMs);
    this.#orders1d = new FixedWindows(limits.orders1d.windowMs);
    this.#refused = new FixedWindows(limits.requestWeight.windowMs);
  }

  /** The 418 of an IP under a ban, which counts nothing. */
  banned(ip: string, nowMs: number): ServerAnswer | undefined {
    const untilMs = this.bannedUntilMs(ip, nowMs);
    return untilMs === undefined ? undefined : banAnswer(untilMs, nowMs);
  }

  /** When the ban of an IP ends, where it is under one. */
  bannedUntilMs(ip: string, nowMs: number): number | undefined {
    const ban = this.#bans.get(ip);
    return ban !== undefined && ban.untilMs > nowMs ? ban.untilMs : undefined;
  }

  /** Counts weight; what is refused is counted as well, so `used` goes above the limit. 0 only looks. */
  take(ip: string, weight: number, nowMs: number): Taken {
    return this.#weight.take(ip, weight, nowMs);
  }

  /** Counts one request of that weight. Returns the refusal where a limit of its IP is spent. */
  enter(ip: string, weight: number, nowMs: number): ServerAnswer | undefined {
    const { requestWeight, rawRequests } = this.limits;
    const raw = this.#raw.take(ip, 1, nowMs);
    const taken = this.#weight.take(ip, weight, nowMs);
    if (taken.used > requestWeight.max) {
      const rate = `${requestWeight.max} request weight per ${intervalText(requestWeight.windowMs)}`;
      return this.#refuse(ip, nowMs, {
        code: -1003,
        msg: `Too much request weight used; current limit is ${rate}. Please use WebSocket Streams for live updates to avoid polling the API.`,
        waitMs: taken.endsInMs,
      });
    }
    if (raw.used <= rawRequests.max) return undefined;
    const rate = `${rawRequests.max} raw requests per ${intervalText(rawRequests.windowMs)}`;
    // Unconfirmed: no text of this refusal is published any more; this is the old one.
    const msg = `Too many requests; current limit is ${rate}. Please use WebSocket Streams for live updates to avoid polling the API.`;
    return this.#refuse(ip, nowMs, { code: -1003, msg, waitMs: raw.endsInMs });
  }

  /** The refusal of a new order where its account has too many unfilled ones; it counts as no order. */
  refuseOrder(ip: string, account: string, nowMs: number): ServerAnswer | undefined {
    const { orders10s, orders1d } = this.limits;
    const day = this.#orders1d.take(account, 0, nowMs);
    const short = this.#orders10s.take(account, 0, nowMs);
    const daySpent = day.used >= orders1d.max;
    if (!daySpent && short.used < orders10s.max) return undefined;
    const { max, windowMs } = daySpent ? orders1d : orders10s;
    return this.#refuse(ip, nowMs, {
      code: -1015,
      msg: `Too many new orders; current limit is ${max} orders per ${intervalText(windowMs)}.`,
      waitMs: daySpent ? day.endsInMs : short.endsInMs,
    });
  }

  /** An order was accepted. */
  countOrder(account: string, nowMs: number): void {
    this.#orders10s.take(account, 1, nowMs);
    this.#orders1d.take(account, 1, nowMs);
  }

  /** An order traded, now or later: it leaves the counts, which never fall below 0. */
  uncountOrder(account: string, nowMs: number): void {
    this.#orders10s.giveBack(account, 1, nowMs);
    this.#orders1d.giveBack(account, 1, nowMs);
  }

  /** The weight figures. The names stay Binance's, whatever window length the options set. */
  weightHeaders(ip: string, nowMs: number): Record<string, string> {
    const used = String(this.#weight.take(ip, 0, nowMs).used);
    return { "X-MBX-USED-WEIGHT": used, "X-MBX-USED-WEIGHT-1M": used };
  }

  /** The order figures, on the answer to an accepted order; the names stay Binance's as well. */
  orderHeaders(account: string, nowMs: number): Record<string, string> {
    return {
      "X-MBX-ORDER-COUNT-10S": String(this.#orders10s.take(account, 0, nowMs).used),
      "X-MBX-ORDER-COUNT-1D": String(this.#orders1d.take(account, 0, nowMs).used),
    };
  }

  /** The answer of `rateLimit/order`: the order limits in force, and how far they are used. */
  orderLimits(account: string, nowMs: number): readonly unknown[] {
    return [
      {
        ...rateLimit("ORDERS", this.limits.orders10s),
        count: this.#orders10s.take(account, 0, nowMs).used,
      },
      {
        ...rateLimit("ORDERS", this.limits.orders1d),
        count: this.#orders1d.take(account, 0, nowMs).used,
      },
    ];
  }

  #refuse(
    ip: string,
    nowMs: number,
    refusal: Readonly<{ code: number; msg: string; waitMs: number }>,
  ): ServerAnswer {
    if (this.#refused.take(ip, 1, nowMs).used > this.#rules.banAfter) return this.#ban(ip, nowMs);
    const { code, msg, waitMs } = refusal;
    return refusalAnswer(429, { code, msg }, waitMs);
  }

  #ban(ip: string, nowMs: number): ServerAnswer {
    const last = this.#bans.get(ip);
    const lengthMs = last === undefined ? this.#rules.banMs : Math.min(2 * last.lengthMs, banMaxMs);
    this.#bans.set(ip, { lengthMs, untilMs: nowMs + lengthMs });
    return banAnswer(nowMs + lengthMs, nowMs);
  }
}

/** `exchangeInfo.rateLimits`: the limits in force. */
export function rateLimitsOf(limits: ServerLimits): readonly unknown[] {
  return [
    rateLimit("REQUEST_WEIGHT", limits.requestWeight),
    rateLimit("ORDERS", limits.orders10s),
    rateLimit("ORDERS", limits.orders1d),
    rateLimit("RAW_REQUESTS", limits.rawRequests),
  ];
}

function rateLimit(rateLimitType: string, { max, windowMs }: ServerLimit): object {
  const { interval, intervalNum } = intervalOf(windowMs);
  return { rateLimitType, interval, intervalNum, limit: max };
}

function banAnswer(untilMs: number, nowMs: number): ServerAnswer {
  const msg = `Way too much request weight used; IP banned until ${untilMs}. Please use WebSocket Streams for live updates to avoid bans.`;
  return refusalAnswer(418, { code: -1003, msg }, untilMs - nowMs);
}

function refusalAnswer(status: number, body: unknown, waitMs: number): ServerAnswer {
  const headers = { "Retry-After": String(Math.ceil(waitMs / 1_000)) };
  return { status, headers, body: JSON.stringify(body) };
}

function intervalText(windowMs: number): string {
  const { intervalNum, interval } = intervalOf(windowMs);
  return `${intervalNum} ${interval}`;
}

/** The longest unit that Binance has and that divides the window. */
function intervalOf(windowMs: number): Readonly<{ interval: string; intervalNum: number }> {
  const day = 86_400_000;
  if (windowMs % day === 0) return { interval: "DAY", intervalNum: windowMs / day };
  if (windowMs % 60_000 === 0) return { interval: "MINUTE", intervalNum: windowMs / 60_000 };
  return { interval: "SECOND", intervalNum: windowMs / 1_000 };
}
