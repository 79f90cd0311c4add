/**
 * What kind of no an answer is, whose, until when, and whether anything was executed. A venue writes its
 * refusals as a table; the first row that fits decides, and what fits none is read by its status alone.
 */
import type { Answer, Fitting } from "./endpoint.ts";
import { dateMs, retryAfterMs } from "./retry-after.ts";
import type { Venue } from "./venue.ts";

/** A classified no. `executed` is "no" only where the answer proves that nothing happened. */
export type Rejection<Name extends string = string> = Readonly<{
  kind:
    | "quota"
    | "ban"
    | "firewall"
    | "overload"
    | "timestamp"
    | "credentials"
    | "fault"
    | "request";
  executed: "no" | "unknown";
  /** Of a quota: which limits. Left out: `own`. */
  limits?: readonly (Name | "own")[];
  /** Of a ban or a firewall: whom it stops. */
  whose?: "ip" | "account" | "apiKey";
  /** How long to wait, where the answer says so. */
  waitMs?: number;
}>;

/** A row of a venue's table of refusals; the first that fits decides. */
export type Refusal<Name extends string> = Omit<Rejection<Name>, "waitMs"> &
  Fitting &
  Readonly<{
    /**
     * The wait where it does not stand in `Retry-After`; `serverMs` is the exchange's present time, for an
     * answer that names an instant. The longer of this and `Retry-After` holds.
     */
    waitMs?: number | ((answer: Answer, serverMs: number) => number | undefined);
  }>;

/** The no in an answer, or `undefined` where it is a yes. `wallMs` stands in for a missing `Date`. */
export function classify(
  venue: Pick<Venue, "refusals" | "code" | "retryAfterIn">,
  answer: Answer,
  wallMs: number,
): Rejection | undefined {
  const code = venue.code?.(answer);
  const row = venue.refusals.find((refusal) => fits(refusal, answer, code));
  if (row === undefined && answer.status < 400 && !redirects.has(answer.status)) return undefined;
  const {
    status: _status,
    code: _code,
    when: _when,
    waitMs,
    ...rejection
  } = row ?? byStatus(answer.status);
  const serverMs = dateMs(answer) ?? wallMs;
  const declaredMs = typeof waitMs === "function" ? waitMs(answer, serverMs) : waitMs;
  // A declaration that read garbage says NaN, and must not take `Retry-After` with it.
  const askedMs = retryAfterMs(answer, serverMs, venue.retryAfterIn);
  const longestMs = Math.max(declaredMs || 0, askedMs ?? 0);
  return longestMs > 0 ? { ...rejection, waitMs: longestMs } : rejection;
}

/** Whether an answer, in which the venue sees this code, is one of those meant. */
export function fits(
  { status, code: asked, when }: Fitting,
  answer: Answer,
  code: string | number | undefined,
): boolean {
  if (status !== undefined && status !== answer.status) return false;
  if (asked !== undefined && asked !== code) return false;
  return when === undefined || when(answer);
}

/** An exchange's API does not move: where it seems to, somebody in between has answered. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What HTTP itself says about an answer that no row of the venue knows. */
function byStatus(status: number): Refusal<string> {
  if (status === 429) return { kind: "quota", executed: "no" };
  if (status === 418) return { kind: "ban", executed: "no", whose: "ip" };
  if (status === 401 || status === 403) return { kind: "credentials", executed: "no" };
  if (status >= 500 || redirects.has(status)) return { kind: "fault", executed: "unknown" };
  return { kind: "request", executed: "no" };
}
