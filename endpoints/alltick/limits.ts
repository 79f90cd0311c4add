/**
 * What AllTick publishes about its limits, and how it says no. It sends no header about either.
 *
 * Sources: alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api at commit d17f54b
 * (2026-07-27) and api-evangelist/alltick-api at d72fe92 (2026-08-18), both read 2026-11.
 *     https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/interface_limitation.md
 *     https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/error_code_description.md
 *     https://github.com/api-evangelist/alltick-api/blob/d72fe92/rate-limits/alltick-api-rate-limits.yml
 */
import type { Answer, Limit, Refusal } from "headgate";
import type { Figures } from "./plans.ts";

/** "Requests are limited based on the token, not the IP address." interface_limitation.md, read 2026-11. */
const per = ["apiKey"] as const;

/** What all HTTP endpoints of a token have in common. */
export function limitsOf({ second, minute, day }: Figures) {
  return {
    /**
     * All endpoints together, per second; 10 s where the plan is free.
     *
     * Two sources disagree: the table of interface_limitation.md adds up the endpoints, the example below it
     * lets `/kline` and `/trade-tick` through in one second of a plan with 1 per second. This is the stricter.
     * "Within the same second" sounds like clock seconds, which is unconfirmed: so the counting is unknown.
     */
    together: { counted: "unknown", ...second, per },
    /** All endpoints together, in a minute. How the minute is counted is not published. */
    minute: { counted: "unknown", ...minute, per },
    /**
     * All endpoints together, until midnight, of a time zone that is not stated. A phase that nobody
     * publishes and no answer shows is kept by counting the last 24 hours at every instant: that holds in
     * the day of every zone. Unconfirmed: that the zone has no summer time, and so no day of 25 hours.
     */
    day: { counted: "fixed-window", starts: "unknown", ...day, per },
  } as const satisfies Readonly<Record<string, Limit>>;
}

type LimitName = keyof ReturnType<typeof limitsOf>;

/**
 * The limit of one endpoint: as much as of all together. The example of interface_limitation.md has one
 * `/kline` a second beside one `/trade-tick`, and the second `/kline` refused.
 */
export function ownOf({ second }: Figures): Limit {
  return { counted: "unknown", ...second, per };
}

/**
 * `/batch-kline` has an interval of its own. Unconfirmed: that stocks and the rest, which are services of
 * their own, each have it.
 */
export function ownOfBatch({ batch }: Figures): Limit {
  return { counted: "unknown", ...batch, per };
}

/**
 * "Only 1 request per minute" on every plan, beside the common limits; of each of the three endpoints
 * (alltick-api-rate-limits.yml).
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/get_suspension_query.md,
 * read 2026-11.
 */
export const ownOfSuspension: Limit = { counted: "unknown", max: 1, windowMs: 60_000, per };

/** Where AllTick puts its error code: a number in `ret`, of which 200 is none. */
export function code({ body }: Answer): number | undefined {
  if (typeof body !== "object" || body === null || !("ret" in body)) return undefined;
  return typeof body.ret === "number" && body.ret !== 200 ? body.ret : undefined;
}

/**
 * Every no of AllTick; the first row that fits decides. Status and `ret` need not agree, a refusal may
 * come with HTTP 200: so `ret` speaks first, whatever the status.
 *
 * Which limit is full is never said. 605 is the frequency of "the HTTP interface": the endpoint's own. 429 is
 * that "of the plan", and the sources disagree about it as about the limit itself: the table adds up all
 * endpoints, "a 429 is returned per endpoint, not per account" (alltick-api-rate-limits.yml). So it acts on
 * both. In the emulator, where somebody else takes half of a token that four endpoints use, that is 17
 * refusals in 2 000 calls of the professional plan instead of 73 with the endpoint's own alone, and twice
 * as many calls per second; if AllTick does count each endpoint, the others are slowed for a while.
 * A full minute or day looks the same and is waited out in longer and longer steps. There is no
 * `Retry-After`, and no ban.
 *
 * Nothing here executes anything: all endpoints read.
 */
export const refusals: readonly Refusal<LimitName>[] = [
  // "rate limit": more often than the plan allows.
  { code: 429, kind: "quota", limits: ["own", "together"], executed: "no" },
  // "too many requests": of HTTP. An older table of AllTick has it for too many products; those are refused here.
  { code: 605, kind: "quota", executed: "no" },
  // "too many requests and connection will be closed": of WebSockets. Unconfirmed: that HTTP never has it.
  { code: 606, kind: "quota", executed: "no" },

  // "token invalid" or expired; "code unauthorized": the plan does not hold the product.
  { code: 401, kind: "credentials", executed: "no" },
  { code: 604, kind: "credentials", executed: "no" },

  // Header or data of the request; its query; a product of the other family; no body; too many for the plan.
  { code: 400, kind: "request", executed: "no" },
  { code: 402, kind: "request", executed: "no" },
  { code: 600, kind: "request", executed: "no" },
  { code: 601, kind: "request", executed: "no" },
  { code: 603, kind: "request", executed: "no" },

  // Without a `ret` to read.
  { status: 429, kind: "quota", limits: ["own", "together"], executed: "no" },

  // A no that is not published is still a no, though HTTP says 200. Codes below 600 mirror those of HTTP.
  { when: saysNo(isServerError), kind: "fault", executed: "unknown" },
  { when: saysNo(isDefined), kind: "request", executed: "no" },
  // The suspension endpoints have a form of their own: `{ success: false, error }`, published with HTTP 500.
  { when: hasFailed, kind: "fault", executed: "unknown" },
];

function saysNo(fits: (ret: number | undefined) => boolean): (answer: Answer) => boolean {
  return (answer) => answer.status < 400 && fits(code(answer));
}

function isServerError(ret: number | undefined): boolean {
  return ret !== undefined && ret >= 500 && ret < 600;
}

function isDefined(ret: number | undefined): boolean {
  return ret !== undefined;
}

function hasFailed({ status, body }: Answer): boolean {
  if (status >= 400 || typeof body !== "object" || body === null) return false;
  return "success" in body && body.success === false;
}
