/** Any function behind a gate, and the three programs from which this library started. */
import { describe, expect, test } from "vitest";
import { WaitTooLongError, WeightExceedsLimitError } from "../../src/errors.ts";
import { throttled } from "../../src/gate/throttled.ts";
import type { Limit } from "../../src/limits/limit.ts";
import { VirtualClock } from "../../src/clock.ts";

/** A bucket in this process: nothing travels, and nothing is left unplanned. */
const bucket = (max: number, refillPerSecond: number): Limit => ({
  counted: "bucket",
  max,
  refillPerSecond,
  per: [],
  jitterMs: 0,
  headroom: { unsafe: 0 },
});

const onePerSecond: Limit = { counted: "rolling-window", windowMs: 1_000, max: 1, per: [] };

describe("a throttled function", () => {
  test("is called at once while its limits let it, and later where they do not", async () => {
    const clock = new VirtualClock();
    const at: number[] = [];
    const call = throttled(() => at.push(clock.nowMs()), {
      limits: { calls: bucket(2, 1) },
      clock,
    });
    const calls = [call(), call(), call()];
    await clock.advance(5_000);
    expect(await Promise.all(calls)).toEqual([1, 2, 3]);
    expect(at).toEqual([0, 0, 1_000]);
  });

  test("rejects at once where it is told not to wait", async () => {
    const clock = new VirtualClock();
    const call = throttled(() => "sent", {
      limits: { calls: onePerSecond },
      onLimited: "reject",
      clock,
    });
    expect(await call()).toBe("sent");
    await expect(call()).rejects.toBeInstanceOf(WaitTooLongError);
  });

  test("answers by its fallback where it may not be called, and only there", async () => {
    const clock = new VirtualClock();
    const fetched = (symbol: string): string => {
      if (symbol === "BAD") throw new WaitTooLongError({ maxWaitMs: 0, waitMs: 1 });
      return `${symbol} fetched`;
    };
    const call = throttled(fetched, {
      limits: { calls: bucket(2, 1) },
      onLimited: { fallback: (symbol) => `${symbol} remembered` },
      clock,
    });
    expect(await call("BTC")).toBe("BTC fetched");
    // An error of the function itself is its own, whatever its class.
    await expect(call("BAD")).rejects.toBeInstanceOf(WaitTooLongError);
    expect(await call("ETH")).toBe("ETH remembered");
  });

  test("weighs each call by its arguments, for whom they name", async () => {
    const clock = new VirtualClock();
    const at: [account: string, ms: number][] = [];
    const call = throttled((account: string, _items: number) => at.push([account, clock.nowMs()]), {
      limits: { items: { ...bucket(10, 10), per: ["account"] } },
      weight: (_account, items) => ({ items }),
      scope: (account) => ({ account }),
      clock,
    });
    const calls = [call("a", 10), call("a", 5), call("b", 10)];
    await clock.advance(1_000);
    await Promise.all(calls);
    expect(at).toEqual([
      ["a", 0],
      ["b", 0],
      ["a", 500],
    ]);
  });

  test("ends its permit where the function throws", async () => {
    const clock = new VirtualClock();
    const call = throttled(() => Promise.reject(new Error("broken")), {
      limits: { calls: bucket(2, 1) },
      clock,
    });
    await expect(call()).rejects.toThrow("broken");
    expect(call.gate.levels().map((level) => level.inFlight)).toEqual([0]);
  });

  test("shares no bucket with another one", async () => {
    const clock = new VirtualClock();
    const options = { limits: { calls: onePerSecond }, onLimited: "reject", clock } as const;
    const first = throttled(() => "first", options);
    const second = throttled(() => "second", options);
    expect(await Promise.all([first(), second()])).toEqual(["first", "second"]);
  });

  test("cannot be made with a weight that never passes", () => {
    expect(() => throttled(() => 0, { limits: { calls: bucket(10, 10) }, weight: 11 })).toThrow(
      WeightExceedsLimitError,
    );
  });
});

describe("the three programs", () => {
  test("four loops with 40 calls get 12 through a bucket of 10 and 20 a second in 114 ms", async () => {
    const clock = new VirtualClock();
    let passed = 0;
    const call = throttled(() => (passed += 1), { limits: { calls: bucket(10, 20) }, clock });
    const loop = async (): Promise<void> => {
      for (let made = 0; made < 10; made += 1) await call();
    };
    const loops = Promise.all([loop(), loop(), loop(), loop()]);
    await clock.advance(114);
    expect([12, 13]).toContain(passed);
    await clock.run(loops);
    expect(passed).toBe(40);
    expect(clock.nowMs()).toBeCloseTo(1_500, 3);
  });

  test("100 contenders for 10 and 10 a second are served in the order in which they came", async () => {
    const clock = new VirtualClock();
    const served: number[] = [];
    const call = throttled((contender: number) => served.push(contender), {
      limits: { calls: bucket(10, 10) },
      clock,
    });
    const contenders = Array.from({ length: 100 }, (_, contender) => contender);
    const all = Promise.all(contenders.map((contender) => call(contender)));
    await clock.advance(0);
    expect(served).toHaveLength(10);
    await clock.run(all);
    expect(served).toEqual(contenders);
    expect(clock.nowMs()).toBeCloseTo(9_000, 3);
  });

  test("a need above the capacity is an error before anything is called", () => {
    let called = 0;
    const needy = (): unknown =>
      throttled(() => (called += 1), { limits: { calls: bucket(10, 10) }, weight: 20 });
    expect(needy).toThrow("at most 10 is planned");
    expect(called).toBe(0);
  });
});
