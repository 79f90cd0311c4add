/**
 * The way from a client to a server side and back: latency, jitter, faults, others' use, and the server's
 * own clock. The loopback server and the virtual one both lay this wire.
 *
 *     sent -> half the latency, jitter -> counted -> half the latency, jitter -> delivered
 */
import { formatHttpDate, systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { ServerAnswer, ServerRequest, ServerSide } from "./emulator.ts";
import { disturb, faultPicker, isExecuted } from "./faults.ts";
import type { Delivery, Fault, Faults } from "./faults.ts";
import { othersUse } from "./others.ts";
import type { Others } from "./others.ts";
import { seededRandom } from "./random.ts";

/** What lies between a client and a server side. */
export type WireOptions = Readonly<{
  /** What all waiting runs on. @default the system's */
  clock?: Clock;
  /** Round trip without jitter; half of it passes before the request is counted. @default 0 */
  latencyMs?: number;
  /**
   * Each way takes up to half of this longer, drawn anew for each request and way: requests may arrive
   * in another order than they were sent in. @default 0
   */
  jitterMs?: number;
  /** The server's clock less this machine's, at the start; later jumps here do not move it. @default 0 */
  clockOffsetMs?: number;
  /** Somebody else's use of the main limit, on every address. @default nobody */
  others?: Others;
  /** @default none */
  faults?: Faults;
  /** Of jitter and faults. @default 1 */
  seed?: number;
}>;

/** Sends one request. `closed` takes it off the wire, counted or not. */
export type Deliver = (request: ServerRequest, closed?: AbortSignal) => Promise<Delivery>;

/**
 * Lays a wire to a server side.
 *
 * @throws {RangeError} If an option is not usable.
 */
export function layWire(serverSide: ServerSide, options: WireOptions): Deliver {
  const { clock = systemClock, latencyMs = 0, jitterMs = 0, clockOffsetMs = 0, seed = 1 } = options;
  checkMs("latencyMs", latencyMs);
  checkMs("jitterMs", jitterMs);
  if (!Number.isFinite(clockOffsetMs)) {
    throw new RangeError(`clockOffsetMs must be a finite number, not ${clockOffsetMs}.`);
  }
  const random = seededRandom(seed);
  const pickFault = faultPicker(options.faults ?? [], seededRandom(seed + 1));
  const serverNowMs = serverClock(clock, clockOffsetMs);
  const takeOthers =
    options.others === undefined ? undefined : othersUse(serverSide, options.others, serverNowMs());
  const wayMs = (): number => latencyMs / 2 + (random() * jitterMs) / 2;

  function arrive(request: ServerRequest, fault: Fault | undefined): Delivery {
    const nowMs = serverNowMs();
    takeOthers?.(request.ip, nowMs);
    const answer = isExecuted(fault) ? serverSide.handle(request, nowMs) : undefined;
    const delivery = disturb(fault, answer);
    if (typeof delivery === "string") return delivery;
    const dated = (plain: ServerAnswer): ServerAnswer => ({
      ...plain,
      headers: {
        "Content-Type": "application/json;charset=UTF-8",
        Date: formatHttpDate(nowMs),
        ...plain.headers,
      },
    });
    return "by" in delivery ? { ...delivery, answer: dated(delivery.answer) } : dated(delivery);
  }

  return async (request, closed) => {
    // All is drawn at the start: what one request meets does not depend on how the others travel.
    const fault = pickFault(request);
    const [thereMs, backMs] = [wayMs(), wayMs()];
    if (thereMs > 0) await clock.sleep(thereMs, closed);
    const delivery = arrive(request, fault);
    if (backMs > 0 && delivery !== "hung") await clock.sleep(backMs, closed);
    return delivery;
  };
}

/** The server's own calendar, whole epoch ms. It runs on the monotonic clock: ours may be set, its is not. */
function serverClock(clock: Clock, clockOffsetMs: number): () => number {
  const offsetMs = clock.wallMs() - clock.nowMs() + clockOffsetMs;
  return () => Math.floor(clock.nowMs() + offsetMs);
}

function checkMs(name: string, valueMs: number): void {
  if (valueMs >= 0 && valueMs < Infinity) return;
  throw new RangeError(`${name} must be a finite number from 0, not ${valueMs}.`);
}
