/**
 * How the fate of an order is found out.
 *
 *     sent, no answer -> ask by its client id -> there:                             found
 *                             ^               -> not there, and may still come:     wait
 *                             '---------------------------------------------------------'
 *                                             -> not there, too late to come:       not found
 *     confirmed by somebody else meanwhile:                                         found
 *
 * Of a batch each order is asked for by itself.
 */
import { InvalidCallError } from "../errors.ts";
import type { Answer, Search } from "../venue/endpoint.ts";
import { fits } from "../venue/refusals.ts";
import { dateMs } from "../venue/retry-after.ts";
import { RefusedError } from "./errors.ts";
import type { Resolution } from "./errors.ts";
import { headersOf } from "./headers.ts";
import { ordersIn } from "./orders.ts";
import { prepare } from "./prepare.ts";
import type { Desk, Prepared } from "./prepare.ts";
import { routeOf } from "./route.ts";
import { clientIdOf } from "./waiting-orders.ts";

type At = Readonly<{ sentMs: number; signal: AbortSignal | undefined }>;

/** What became of a call that was sent at `sentMs`. Rejects on abort alone. */
export async function resolve(desk: Desk, call: Prepared, at: At): Promise<Resolution> {
  const { batch } = call.endpoint;
  if (batch === undefined) return resolveOne(desk, call, at);
  const items = await Promise.all(ordersIn(call).map((order) => resolveOne(desk, order, at)));
  return { ...together(items, batch.answer), items };
}

function together(
  items: readonly Resolution[],
  answer = (each: readonly unknown[]): unknown => each,
): Resolution {
  const unknown = items.find(({ outcome }) => outcome === "unknown");
  if (unknown !== undefined) return unknown;
  const data = items.flatMap((item) => (item.outcome === "found" ? [item.data] : []));
  if (data.length === 0) return { outcome: "not-found" };
  return data.length === items.length
    ? { outcome: "found", data: answer(data) }
    : { outcome: "partly" };
}

async function resolveOne(
  desk: Desk,
  order: Prepared,
  { sentMs, signal }: At,
): Promise<Resolution> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  signal?.addEventListener("abort", abort, { once: true });
  let confirmed: Readonly<{ data: unknown }> | undefined;
  const forget = desk.confirmations.expect(order, (data) => {
    confirmed = { data };
    stop.abort();
  });
  try {
    return await ask(desk, order, { sentMs, signal: stop.signal });
  } catch (cause) {
    if (confirmed !== undefined) return { outcome: "found", ...confirmed };
    signal?.throwIfAborted();
    return { outcome: "unknown", cause };
  } finally {
    forget();
    signal?.removeEventListener("abort", abort);
  }
}

type Asking = Readonly<{ sentMs: number; signal: AbortSignal }>;

/** Asks until the answer is final. */
async function ask(desk: Desk, order: Prepared, at: Asking): Promise<Resolution> {
  const { outcome } = order.endpoint;
  if (outcome === undefined || clientIdOf(order) === undefined) {
    throw new InvalidCallError(`${order.name} declares nothing to ask what became of it.`);
  }
  const searches = outcome.orElse === undefined ? [outcome] : [outcome, outcome.orElse];
  const lateMs = at.sentMs + outcome.settleMs(order.params);
  for (;;) {
    // Read before it is asked: what comes after the exchange has looked is not seen.
    const tooLate = desk.clock.nowMs() >= lateMs;
    for (const search of searches) {
      const data = await show(desk, order, search, at);
      if (data !== undefined) return { outcome: "found", data };
    }
    if (tooLate) return { outcome: "not-found" };
    await desk.clock.sleep(Math.max(0, lateMs - desk.clock.nowMs()), at.signal);
  }
}

/** The order's answer, by what the exchange shows; `undefined` where it shows none. */
async function show(
  desk: Desk,
  { params, caller }: Prepared,
  search: Search<unknown>,
  { sentMs, signal }: Asking,
): Promise<unknown> {
  const { notFound } = search;
  const ageMs = desk.clock.nowMs() - sentMs;
  const sending = { account: caller?.account, sentMs: desk.venueClock.nowMs() - ageMs };
  const isAbsence = (answer: Answer): boolean =>
    notFound !== undefined && fits(notFound, answer, desk.venue.code?.(answer));
  try {
    const route = routeOf(desk, search.ask, caller);
    const asked = prepare(desk, route, search.by(params, sending));
    const full = await desk.perform(asked, { priority: "urgent", signal });
    const answer = answerWith(full.status, headersOf(full.headers), full.data);
    if (isAbsence(answer) || isOlder(desk, search, { params, answer, sentMs })) return undefined;
    return search.answer(answer, params);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // Most exchanges say that there is none by a refusal.
    if (isAbsence(answerWith(error.status, error.headers, error.body))) return undefined;
    throw error;
  }
}

/** So far apart the clocks of an exchange's front door and of its matching engine may be. */
const skewMs = 1_000;

/** Whether what is shown is another order, of the same name and older. */
function isOlder(
  desk: Desk,
  search: Search<unknown>,
  { params, answer, sentMs }: Readonly<{ params: unknown; answer: Answer; sentMs: number }>,
): boolean {
  const serverMs = dateMs(answer) ?? -Infinity;
  const ageMs = serverMs - (search.placedMs?.(answer, params) ?? Infinity);
  return ageMs > desk.clock.nowMs() - sentMs + skewMs;
}

function answerWith(status: number, headers: Headers, body: unknown): Answer {
  return { status, header: (name) => headers.get(name) ?? undefined, body };
}
