/**
 * A day of virtual time through one gate, with a line at every hour: what was sent, what the exchange has
 * counted by its own counting, and what is held in memory meanwhile.
 */
import { MemoryLedger, createGate } from "headgate";
import type { Permit } from "headgate";
import { fixedWindow, seededRandom } from "headgate/emulator";
import { heldBytes } from "./heap.ts";
import { time } from "./time.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Of each hour this share comes at once, and has to wait. */
const burstShare = 0.01;

const accounts = 100_000;

/** In tenths, as exchanges with decimal weights count. */
const tenths = [1, 10, 49] as const;
const meanTenths = 20;

export type Day = Readonly<{
  calls: number;
  waited: number;
  refused: number;
  /** In tenths, so that sums are exact. */
  sentTenths: number;
  countedTenths: number;
  inFlight: number;
  /** What is missing in the bucket of all at the end of the day, when nothing is used any more. */
  missing: number;
  bucketsMost: number;
  bytes: readonly Readonly<{ hour: number; bytes: number }>[];
}>;

/** Of so many calls a fifth more would fit. */
function limitFor(calls: number): number {
  return Math.ceil((1.2 * calls * meanTenths) / 10 / (dayMs / minuteMs) / 0.93);
}

/** The exchange: it counts by itself, and says what is used. */
function exchange(max: number) {
  const model = fixedWindow({ max, windowMs: minuteMs, starts: "aligned" });
  let counted = 0;
  let used = 0;
  let refused = 0;
  return {
    count(weight: number, wallMs: number): number {
      const offered = model.offer("ip", weight, wallMs);
      if (!offered.accepted) refused += 1;
      // A window that is over was counted as far as it came.
      if (offered.used < used) counted += Math.round(10 * used);
      used = offered.used;
      return used;
    },
    get refused() {
      return refused;
    },
    get countedTenths() {
      return counted + Math.round(10 * used);
    },
  };
}

export async function runDay(calls: number, hours: readonly number[]): Promise<Day> {
  const clock = time();
  const random = seededRandom(1);
  const max = limitFor(calls);
  const ledger = new MemoryLedger({ clock, random });
  const gate = createGate(
    {
      weight: { counted: "fixed-window", starts: "utc", windowMs: minuteMs, max, per: ["ip"] },
      orders: { counted: "rolling-window", windowMs: 10_000, max: 50, per: ["account"] },
    },
    { ledger, clock, name: "day", maxLineLength: calls },
  );
  const server = exchange(max);
  const seen = { sent: 0, sentTenths: 0, waiting: 0, waited: 0, ended: 0, bucketsMost: 0 };

  const send = (permit: Permit, cost: number): void => {
    const sentMs = clock.nowMs();
    seen.sentTenths += cost;
    clock.plan(sentMs + 5 + 20 * random(), () => {
      const serverMs = clock.wallMs();
      const used = server.count(cost / 10, serverMs);
      clock.plan(clock.nowMs() + 5 + 20 * random(), () => {
        seen.ended += 1;
        permit.settle({ weight: { used, stamp: { serverMs, stepMs: 1 } } });
      });
    });
  };
  const call = (): void => {
    const index = seen.sent;
    seen.sent += 1;
    const cost = tenths[index % tenths.length] ?? 1;
    const account = String((index * 7_919) % accounts);
    const draws = gate.price({ weight: cost / 10, orders: 1 }, { ip: "a", account });
    const permit = gate.tryAcquire(draws);
    if (permit !== undefined) return send(permit, cost);
    seen.waited += 1;
    void wait(draws, cost);
  };
  const wait = async (draws: Parameters<typeof gate.acquire>[0], cost: number): Promise<void> => {
    seen.waiting += 1;
    const permit = await gate.acquire(draws);
    seen.waiting -= 1;
    send(permit, cost);
  };

  const perHour = calls / 24;
  const burst = Math.round(burstShare * perHour);
  for (let hour = 0; hour < 24; hour += 1) {
    clock.plan(hour * hourMs, () => {
      for (let one = 0; one < burst; one += 1) call();
    });
  }
  const gapMs = dayMs / (calls - 24 * burst);
  const arrive = (): void => {
    if (seen.sent >= calls) return;
    call();
    clock.plan(clock.nowMs() + gapMs, arrive);
  };
  clock.plan(0, arrive);
  const bytes: Day["bytes"][number][] = [];
  for (const hour of hours) {
    clock.plan(hour * hourMs, () => {
      bytes.push({ hour, bytes: heldBytes() });
      seen.bucketsMost = Math.max(seen.bucketsMost, ledger.levels().length);
    });
  }
  clock.plan(dayMs + 2 * minuteMs, () => {});
  while (clock.next()) if (seen.waiting > 0) await granted();

  const levels = ledger.levels();
  const all = levels.find(({ limit }) => limit === "weight");
  return {
    calls: seen.ended,
    waited: seen.waited,
    refused: server.refused,
    sentTenths: seen.sentTenths,
    countedTenths: server.countedTenths,
    inFlight: levels.reduce((sum, level) => sum + level.inFlight, 0),
    missing: all === undefined ? NaN : mostAtOnce(all.planned) - all.available,
    bucketsMost: seen.bucketsMost,
    bytes,
  };
}

/** What a fixed window lets go in one piece: its pacer's burst. */
function mostAtOnce(planned: number): number {
  return 0.25 * planned;
}

/** Whoever was granted goes on. */
async function granted(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}
