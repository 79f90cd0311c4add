/**
 * Whatever is done to a gate, in whatever order: everybody gets an answer, nothing stays in flight, and
 * never is more granted than planned. Each property has a gate that is broken on purpose, which it catches.
 */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Draw, Limit, LocalGate, Permit, Priority } from "headgate";
import fc from "fast-check";
import { expect, test } from "vitest";

const limits = {
  tight: { counted: "rolling-window", windowMs: 1_000, max: 20, per: [], headroom: 0.05 },
  wide: { counted: "rolling-window", windowMs: 7_000, max: 100, per: ["account"], headroom: 0.05 },
  open: { counted: "open", max: 4, per: [], headroom: 0 },
} as const satisfies Readonly<Record<string, Limit>>;

type Name = keyof typeof limits;
const accounts = ["a", "b"] as const;
const priorities = ["urgent", "high", "normal", "low"] as const satisfies readonly Priority[];

type Call = Readonly<{
  weight: Readonly<Partial<Record<Name, number>>>;
  account: (typeof accounts)[number];
  priority: Priority;
  maxWaitMs: number | undefined;
}>;

type Step =
  | Readonly<{ do: "acquire"; call: Call }>
  | Readonly<{ do: "try"; call: Call }>
  | Readonly<{ do: "settle" | "lose" | "release" | "abort" | "withdraw"; which: number }>
  | Readonly<{ do: "advance"; byMs: number }>;

const weightOf = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: most }) },
    { weight: 1, arbitrary: fc.constantFrom(most, most + 1) },
  );

const callOf: fc.Arbitrary<Call> = fc.record({
  weight: fc.record(
    { tight: weightOf(19), wide: weightOf(95), open: weightOf(4) },
    { requiredKeys: [] },
  ),
  account: fc.constantFrom(...accounts),
  priority: fc.constantFrom(...priorities),
  maxWaitMs: fc.option(fc.constantFrom(0, 50, 500, 5_000), { nil: undefined }),
});

const stepOf: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("acquire" as const), call: callOf }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("try" as const), call: callOf }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("settle", "settle", "lose", "release", "abort", "withdraw"),
      which: fc.nat(1_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      byMs: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.integer({ min: 1, max: 3_000 })),
    }),
  },
);

type Granted = Readonly<{ key: string; cost: number; planned: number; windowMs: number }> & {
  atMs: number;
  /** When the exchange may last have counted it; `undefined` while it is in flight. */
  endMs: number | undefined;
  unsent: boolean;
};

type Outcome = Readonly<{
  granted: readonly Granted[];
  left: number;
  pending: number;
  timers: number;
}>;

/** Plays the steps, then lets everything end, and tells what became of it. */
async function play(
  steps: readonly Step[],
  broken: (gate: LocalGate<Name>, clock: VirtualClock) => LocalGate<Name> = (gate) => gate,
): Promise<Outcome> {
  const clock = new VirtualClock();
  const ledger = new MemoryLedger({ clock, random: () => 0.5 });
  const gate = broken(createGate(limits, { clock, ledger, maxLineLength: 30 }), clock);
  const out: Array<Readonly<{ permit: Permit<Name>; granted: readonly Granted[] }>> = [];
  const controllers: AbortController[] = [];
  const all: Granted[] = [];
  let pending = 0;
  let entered = 0;

  const take = (permit: Permit<Name>, draws: readonly Draw[]): void => {
    const granted = draws.flatMap((draw): readonly Granted[] => {
      if (!("windowMs" in draw.limit)) return [];
      const planned = draw.limit.max * 0.95;
      const { windowMs } = draw.limit;
      const { key, cost } = draw;
      return [
        { key, cost, planned, windowMs, atMs: clock.nowMs(), endMs: undefined, unsent: false },
      ];
    });
    all.push(...granted);
    out.push({ permit, granted });
  };
  const priced = ({ weight, account }: Call): readonly Draw[] => gate.price(weight, { account });
  const acquire = async (call: Call): Promise<void> => {
    const draws = priced(call);
    const controller = new AbortController();
    controllers.push(controller);
    const { priority, maxWaitMs } = call;
    pending += 1;
    try {
      const permit = await gate.acquire(draws, {
        priority,
        id: `${entered++}`,
        signal: controller.signal,
        ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
      });
      take(permit, draws);
    } catch {
      // Refused, aborted, withdrawn or too late: an answer.
    } finally {
      pending -= 1;
    }
  };
  const end = (how: "settle" | "lose" | "release", which: number): void => {
    const [one] = out.splice(which % Math.max(1, out.length), 1);
    if (one === undefined) return;
    for (const granted of one.granted) {
      granted.endMs = clock.nowMs();
      granted.unsent = how === "release";
    }
    if (how === "settle") one.permit.settle({ open: { cost: 0 } });
    else one.permit[how]();
  };
  const step = async (one: Step): Promise<void> => {
    switch (one.do) {
      case "acquire":
        void acquire(one.call);
        return;
      case "try": {
        const draws = priced(one.call);
        const permit = gate.tryAcquire(draws, { priority: one.call.priority });
        if (permit !== undefined) take(permit, draws);
        return;
      }
      case "advance":
        return clock.advance(one.byMs);
      case "abort":
        return controllers[one.which % Math.max(1, controllers.length)]?.abort("gone");
      case "withdraw":
        gate.withdraw(`${one.which % Math.max(1, entered)}`);
        return;
      case "settle":
      case "lose":
      case "release":
        end(one.do, one.which);
    }
  };

  for (const one of steps) {
    await step(one);
    expect(clock.timers).toBeLessThanOrEqual(1);
  }
  // Everything that is out is answered, and everything that waits is served or told: in bounded time.
  for (let round = 0; round < 400 && (pending > 0 || out.length > 0); round += 1) {
    while (out.length > 0) end("settle", 0);
    // What was lost of something that time does not give back turns out to be closed.
    for (const draw of gate.price({ open: 0 })) ledger.report(draw, { credit: 4 });
    await clock.advance(1_000);
  }
  const left = gate.levels().reduce((sum, level) => sum + level.inFlight, 0);
  await clock.advance(0);
  return { granted: all, left, pending, timers: clock.timers };
}

/** The most that the exchange may have counted for one key in one of its windows. */
function busiest({ granted }: Outcome): number {
  const sent = granted.filter(({ unsent }) => !unsent);
  const loads = sent.map((from) => {
    // A window that begins when this one was answered: the latest at which it was counted.
    const fromMs = from.endMs ?? Infinity;
    const inWindow = sent.filter(
      ({ key, atMs, endMs = Infinity }) =>
        key === from.key && endMs >= fromMs && atMs < fromMs + from.windowMs,
    );
    return inWindow.reduce((sum, { cost }) => sum + cost, 0) / from.planned;
  });
  return Math.max(0, ...loads);
}

const steps = fc.array(stepOf, { maxLength: 80, size: "max" });

test("everybody gets an answer and nothing stays in flight, whatever happens in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      expect(await play(given)).toMatchObject({ left: 0, pending: 0, timers: 0 });
    }),
    { numRuns: 300 },
  );
});

test("no window of the exchange holds more than is planned, whatever happens in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      expect(busiest(await play(given))).toBeLessThanOrEqual(1 + 1e-9);
    }),
    { numRuns: 300 },
  );
});

/** A gate whose permits end in another way than they should, or that forgets somebody. */
const mutants: Readonly<Record<string, (gate: LocalGate<Name>) => LocalGate<Name>>> = {
  "forgets to end what is lost": (gate) => {
    const acquire = gate.acquire.bind(gate);
    gate.acquire = async (draws, options) => {
      const permit = await acquire(draws, options);
      permit.settle = () => {};
      permit.lose = () => {};
      return permit;
    };
    return gate;
  },
  "does not hear an abort": (gate) => {
    const acquire = gate.acquire.bind(gate);
    gate.acquire = (draws, { signal, ...options } = {}) =>
      options.maxWaitMs === 50 ? new Promise(() => signal) : acquire(draws, options);
    return gate;
  },
};

test.each(Object.entries(mutants))(
  "the first property catches a gate that %s",
  async (_, broken) => {
    const outcome = fc.assert(
      fc.asyncProperty(steps, async (given) => {
        expect(await play(given, broken)).toMatchObject({ left: 0, pending: 0 });
      }),
      { numRuns: 300, endOnFailure: true, seed: 1 },
    );
    await expect(outcome).rejects.toThrow("Property failed");
  },
);

test("the second property catches a gate that gives back what was sent", async () => {
  const broken = (gate: LocalGate<Name>): LocalGate<Name> => {
    const acquire = gate.acquire.bind(gate);
    gate.acquire = async (draws, options) => {
      const permit = await acquire(draws, options);
      permit.settle = () => permit.release();
      permit.lose = () => permit.release();
      return permit;
    };
    return gate;
  };
  const outcome = fc.assert(
    fc.asyncProperty(steps, async (given) => {
      expect(busiest(await play(given, broken))).toBeLessThanOrEqual(1 + 1e-9);
    }),
    { numRuns: 300, endOnFailure: true, seed: 1 },
  );
  await expect(outcome).rejects.toThrow("Property failed");
});
