/**
 * Who waits has been promised an instant. It never becomes a later one because somebody went who comes
 * after him: whatever the limits count and however their weights differ.
 */
import { MemoryLedger, VirtualClock, createGate } from "headgate";
import type { Charge, Draw, Limit, Priority } from "headgate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rank } from "../../src/gate/claims.ts";
import type { Line } from "../../src/gate/line.ts";
import { Service } from "../../src/gate/service.ts";
import { ratePerMs } from "../../src/limits/limit.ts";
import { bucket, window } from "../support/gate-limits.ts";

const priorities = ["urgent", "high", "normal", "low"] as const satisfies readonly Priority[];
const kinds = {
  bucket: (max: number, per: readonly string[]) => bucket(max, max / 2, per),
  slowBucket: (max: number, per: readonly string[]) => bucket(max, max / 20, per),
  window: (max: number, per: readonly string[]) => ({ ...window(max, 2_000), per }),
  longWindow: (max: number, per: readonly string[]) => ({ ...window(max, 9_000), per }),
  fixed: (max: number, per: readonly string[]): Limit => {
    return { counted: "fixed-window", windowMs: 3_000, starts: "utc", max, per };
  },
} as const;
type Kind = keyof typeof kinds;
const kindOf = fc.constantFrom<Kind>("bucket", "slowBucket", "window", "longWindow", "fixed");

const names = ["own", "group", "ip"] as const;
type Call = Readonly<{
  weight: Readonly<Partial<Record<(typeof names)[number], number>>>;
  who: string;
  priority: Priority;
  afterMs: number;
}>;
type Given = Readonly<{ kinds: readonly [Kind, Kind, Kind]; calls: readonly Call[] }>;

const cost = fc.oneof(fc.integer({ min: 1, max: 18 }), fc.constantFrom(1, 10, 18));
const given: fc.Arbitrary<Given> = fc.record({
  kinds: fc.tuple(kindOf, kindOf, kindOf),
  calls: fc.array(
    fc.record({
      weight: fc.record({ own: cost, group: cost, ip: cost }, { requiredKeys: [] }),
      who: fc.constantFrom("a", "b", "c"),
      priority: fc.constantFrom<Priority>("urgent", "normal", "normal", "normal", "low"),
      afterMs: fc.oneof(fc.constantFrom(0, 0, 1), fc.integer({ min: 0, max: 1_500 })),
    }),
    { minLength: 2, maxLength: 40, size: "max" },
  ),
});

type Ask = Parameters<MemoryLedger["reserve"]>[0][number];
type Reply = ReturnType<MemoryLedger["reserve"]>[number];
type Changed = (ask: Ask, reply: Reply) => Reply;

/** A ledger that looks, at each grant, at all who hold a promise and go before whom it grants. */
class Watching extends MemoryLedger {
  /** Of all who have come: how urgent they are, and the how manieth. */
  readonly callers = new Map<readonly Draw[], Rank>();
  /** By how much a promise has moved at worst. */
  movedMs = 0;
  readonly #line: () => Line;
  readonly #changed: Changed;
  #quiet = false;

  constructor(clock: VirtualClock, changed: Changed) {
    super({ clock, random: () => 0.5 });
    this.#line = () => Service.of(this, clock).line;
    this.#changed = changed;
  }

  override take(draws: readonly Draw[], leaveShare: number): readonly Charge[] | undefined {
    const [reply] = this.reserve([{ draws, leaveShare, withinMs: Infinity }]);
    return reply?.granted === true ? reply.charges : undefined;
  }

  override reserve(asks: readonly Ask[]): readonly Reply[] {
    return asks.flatMap((ask) => {
      const caller = this.callers.get(ask.draws);
      const ahead = caller === undefined ? [] : this.#promised(caller);
      const before = ahead.map((draws) => this.#waitMs(draws));
      const replies = super.reserve([ask]).map((reply) => this.#changed(ask, reply));
      const [reply] = replies;
      if (caller === undefined || reply?.granted !== true) return replies;
      // It is answered at once, so that it may be back by an instant that is far away.
      this.#quiet = true;
      this.settle(reply.charges, "lost");
      this.#quiet = false;
      for (const [at, draws] of ahead.entries()) {
        const wasMs = before[at] ?? Infinity;
        if (wasMs < Infinity) this.movedMs = Math.max(this.movedMs, this.#waitMs(draws) - wasMs);
      }
      return replies;
    });
  }

  override onChange(listener: Parameters<MemoryLedger["onChange"]>[0]): () => void {
    return super.onChange((...news) => {
      if (!this.#quiet) listener(...news);
    });
  }

  /** What those draw who go before a call, and were promised an instant that nobody before them has taken. */
  #promised(caller: Rank): readonly (readonly Draw[])[] {
    const holders = this.#line()
      .all()
      .filter(({ lane, draws }) => {
        const other = this.callers.get(draws);
        const holds = lane.queue?.asked === lane && lane.claims.length === lane.takes.length - 1;
        return holds && lane.first?.draws === draws && other !== undefined && goes(other, caller);
      });
    return holders.map(({ draws }) => draws);
  }

  #waitMs(draws: readonly Draw[]): number {
    const [reply] = super.reserve([{ draws, leaveShare: 0, withinMs: -1 }]);
    return reply === undefined || reply.granted ? 0 : reply.waitMs;
  }
}

function goes(one: Rank, other: Rank): boolean {
  return one.rank < other.rank || (one.rank === other.rank && one.order < other.order);
}

/** By how much anybody's promise was moved by somebody who comes after him, ms. */
async function moved(
  { kinds: [own, group, ip], calls }: Given,
  changed: Changed = (_, reply) => reply,
): Promise<number> {
  const clock = new VirtualClock();
  const ledger = new Watching(clock, changed);
  const gate = createGate(
    { own: kinds[own](20, ["who"]), group: kinds[group](20, ["who"]), ip: kinds[ip](20, []) },
    // In strict order: who is owed a share goes before those who came first.
    { clock, ledger, minShares: { high: 0, normal: 0, low: 0 } },
  );
  const all: Promise<unknown>[] = [];
  for (const [order, { weight, who, priority, afterMs }] of calls.entries()) {
    await clock.advance(afterMs);
    const draws = gate.price(weight, { who });
    ledger.callers.set(draws, { rank: priorities.indexOf(priority), order });
    all.push(gate.acquire(draws, { priority }));
  }
  await clock.run(Promise.allSettled(all));
  return ledger.movedMs;
}

const kept = (changed?: Changed) =>
  fc.asyncProperty(given, async (one) => {
    expect(await moved(one, changed)).toBeLessThanOrEqual(0.01);
  });

describe("a promised instant", () => {
  test("never becomes a later one because somebody went who comes after", async () => {
    await fc.assert(kept(), { numRuns: 400 });
  }, 120_000);

  /** What the gate is told where it asks what is there beside claims. */
  const mutants: Readonly<Record<string, Changed>> = {
    "thinks that there is room for everybody": ({ withinMs }, reply) =>
      withinMs < 0 ? { granted: true, waitMs: 0, charges: [] } : reply,
    "lets one pass whose weight comes in again in time, as if all limits were buckets": (
      { draws: [draw], withinMs },
      reply,
    ) => {
      if (withinMs >= 0 || draw === undefined || reply.granted || reply.why !== "never")
        return reply;
      const overflow = draw.cost - reply.costMax;
      return { ...reply, why: "full", waitMs: overflow / ratePerMs(draw.limit) };
    },
  };

  test.each(Object.entries(mutants))(
    "is moved by a gate that %s",
    async (_, changed) => {
      const outcome = fc.assert(kept(changed), { numRuns: 1_000, endOnFailure: true, seed: 1 });
      await expect(outcome).rejects.toThrow("Property failed");
    },
    120_000,
  );
});
