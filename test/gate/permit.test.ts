import { InvalidCallError, MemoryLedger, VirtualClock, createGate } from "headgate";
import { describe, expect, test } from "vitest";
import { gateBench, slow } from "../support/client-gate.ts";
import { levelOf } from "../support/client-wire.ts";

describe("a permit", () => {
  test("ends once: what comes after the first ending does nothing", async () => {
    const { gate } = gateBench();
    const permit = await gate.acquire(gate.price({ slow: 40 }));
    expect(levelOf(gate, "slow").inFlight).toBe(40);
    permit.settle();
    for (const end of ["release", "lose", "settle"] as const) permit[end]();
    permit[Symbol.dispose]();
    expect(levelOf(gate, "slow")).toMatchObject({ inFlight: 0, available: 7.5 });
  });

  test("released unsent gives its weight back at once", async () => {
    const { gate } = gateBench();
    const permit = await gate.acquire(gate.price({ slow: 40 }));
    permit.release();
    permit.settle();
    expect(levelOf(gate, "slow")).toMatchObject({ inFlight: 0, available: 47.5 });
  });

  test("that is lost stays charged: the exchange may have counted it", async () => {
    const { gate } = gateBench();
    const permit = await gate.acquire(gate.price({ slow: 40 }));
    permit.lose();
    expect(levelOf(gate, "slow")).toMatchObject({ inFlight: 0, available: 7.5 });
  });

  test("is given back by using at the end of its block, also if the block throws", async () => {
    const { gate } = gateBench();
    const block = async (): Promise<void> => {
      using permit = await gate.acquire(gate.price({ slow: 40 }));
      if (permit.waitedMs === 0) throw new Error("before the wire");
    };
    await expect(block()).rejects.toThrow("before the wire");
    expect(levelOf(gate, "slow").available).toBe(47.5);
  });

  test("that ended inside its block is not given back by using", async () => {
    const { gate } = gateBench();
    {
      using permit = await gate.acquire(gate.price({ slow: 40 }));
      permit.settle({ slow: { cost: 30 } });
    }
    expect(levelOf(gate, "slow").available).toBe(17.5);
  });

  test("takes room for the next in line with it when it ends", async () => {
    const { gate, clock } = gateBench();
    const draws = gate.price({ open: 3 });
    const first = await gate.acquire(draws);
    const second = gate.acquire(draws);
    await clock.advance(5_000);
    first.settle({ open: { cost: 0 } });
    expect((await second).waitedMs).toBe(5_000);
  });

  test("tells each limit its own report, by name", async () => {
    const { gate } = gateBench();
    const permit = await gate.acquire(gate.price({ slow: 1, fast: 1 }));
    permit.settle({ slow: { used: 50 } });
    expect(levelOf(gate, "slow").used).toBe(50);
    expect(levelOf(gate, "fast")).not.toHaveProperty("used");
  });
});

describe("run", () => {
  test("sends with a permit and returns what was sent for", async () => {
    const { gate } = gateBench();
    const result = await gate.run(gate.price({ slow: 40 }), async (permit) => {
      permit.settle({ slow: { cost: 10 } });
      return "answer";
    });
    expect(result).toBe("answer");
    expect(levelOf(gate, "slow")).toMatchObject({ inFlight: 0, available: 37.5 });
  });

  test("gives back what was not ended and keeps what threw charged", async () => {
    const { gate } = gateBench();
    await gate.run(gate.price({ slow: 20 }), async () => "not sent");
    expect(levelOf(gate, "slow").available).toBe(47.5);
    const failing = gate.run(gate.price({ slow: 20 }), async () => {
      throw new Error("socket");
    });
    await expect(failing).rejects.toThrow("socket");
    expect(levelOf(gate, "slow")).toMatchObject({ inFlight: 0, available: 27.5 });
  });

  test("does not send what is not granted", async () => {
    const { gate } = gateBench();
    let sent = false;
    const options = { signal: AbortSignal.abort("early") };
    const send = async (): Promise<void> => void (sent = true);
    await expect(gate.run(gate.price({ slow: 1 }), send, options)).rejects.toBe("early");
    expect(sent).toBe(false);
  });
});

describe("tryAcquire", () => {
  test("answers at once: a permit, or nothing", async () => {
    const { gate, clock } = gateBench();
    const permit = gate.tryAcquire(gate.price({ slow: 47 }));
    expect(permit?.waitedMs).toBe(0);
    expect(gate.tryAcquire(gate.price({ slow: 47 }))).toBeUndefined();
    permit?.release();
    expect(gate.tryAcquire(gate.price({ slow: 47 }))).toBeDefined();
    expect(gate.tryAcquire(gate.price({ slow: 96 }))).toBeUndefined();
    expect(clock.timers).toBe(0);
  });

  test("passes nobody as urgent who waits for the bucket, and those who are less urgent", async () => {
    const { gate, clock, enter } = gateBench();
    await enter("first", gate.price({ slow: 40 }));
    const waits = enter("waits", gate.price({ slow: 47 }));
    expect(gate.tryAcquire(gate.price({ slow: 1 }))).toBeUndefined();
    expect(gate.tryAcquire(gate.price({ fast: 1 }))).toBeDefined();
    expect(gate.tryAcquire(gate.price({ slow: 1 }), { priority: "urgent" })).toBeDefined();
    await clock.run(waits);
  });

  test("of which a later bucket refuses charges the earlier one nothing", async () => {
    const { gate } = gateBench();
    await gate.acquire(gate.price({ open: 3 }));
    expect(gate.tryAcquire(gate.price({ slow: 20, open: 1 }))).toBeUndefined();
    expect(levelOf(gate, "slow").available).toBe(47.5);
  });
});

describe("estimate", () => {
  test("charges nothing and tells which limit would be waited for", async () => {
    const { gate, clock, enter } = gateBench();
    expect(gate.estimate(gate.price({ slow: 47 }))).toEqual({ waitMs: 0 });
    await enter("first", gate.price({ slow: 47 }));
    const { waitMs, limitedBy } = gate.estimate(gate.price({ slow: 47, fast: 1 }));
    expect(limitedBy).toBe("slow");
    const { waitedMs } = await clock.run(enter("next", gate.price({ slow: 47, fast: 1 })));
    expect(waitedMs).toBeCloseTo(waitMs, 1);
  });

  test("is Infinity where only an answer can make room, or none ever does", async () => {
    const { gate } = gateBench();
    await gate.acquire(gate.price({ open: 3 }));
    expect(gate.estimate(gate.price({ open: 1 })).waitMs).toBe(Infinity);
    expect(gate.estimate(gate.price({ slow: 96 }))).toEqual({
      waitMs: Infinity,
      limitedBy: "slow",
    });
  });

  test("counts those in front, also the more urgent, and not those behind", async () => {
    const { gate, clock, enter } = gateBench();
    await enter("first", gate.price({ slow: 47, fast: 1 }));
    const draws = gate.price({ fast: 1, slow: 10 });
    const alone = gate.estimate(draws, { priority: "high" }).waitMs;
    const calls = [
      enter("urgent", gate.price({ fast: 1, slow: 30 }), { priority: "urgent" }),
      enter("low", gate.price({ fast: 1, slow: 30 }), { priority: "low" }),
    ];
    expect(gate.estimate(draws, { priority: "high" }).waitMs).toBeCloseTo(alone + 30 / 0.0095, -2);
    expect(gate.estimate(draws, { priority: "urgent" }).waitMs).toBeGreaterThan(alone);
    await clock.run(Promise.all(calls));
  });

  test("sees the line of a bucket that has room at the moment", async () => {
    const { gate, clock, enter } = gateBench();
    await enter("first", gate.price({ slow: 20 }));
    const heavy = enter("heavy", gate.price({ slow: 47 }));
    expect(gate.estimate(gate.price({ fast: 1, slow: 1 })).waitMs).toBeGreaterThan(1_000);
    await clock.run(heavy);
  });
});

describe("price", () => {
  const limits = {
    slow,
    perSymbol: { ...slow, per: ["account", "symbol"] },
    tiers: { ...slow, max: { spot: 100, linear: 50 }, per: ["account", "category"] },
  } as const;
  const clock = new VirtualClock();
  const gate = createGate(limits, { clock, ledger: new MemoryLedger({ clock }), name: "desk" });

  test("refuses a limit that is unknown, a weight that is none, and a scope that says too little", () => {
    // @ts-expect-error: no such limit
    expect(() => gate.price({ slwo: 1 })).toThrow(InvalidCallError);
    for (const weight of [NaN, -1, Infinity]) {
      expect(() => gate.price({ slow: weight })).toThrow(InvalidCallError);
    }
    expect(() => gate.price({ perSymbol: 1 }, { account: "maker" })).toThrow(/per symbol/);
    expect(() => gate.price({ tiers: 1 }, { account: "maker", category: "option" })).toThrow(
      InvalidCallError,
    );
  });

  test("gives each combination of values a bucket of its own, and no two the same key", () => {
    const key = (account: string, symbol: string): string | undefined =>
      gate.price({ perSymbol: 1 }, { account, symbol })[0]?.key;
    const keys = new Set([key("a", "b"), key("b", "a"), key("a|symbol=b", ""), key("a", "")]);
    expect(keys.size).toBe(4);
    expect(key("a", "b")).toBe(gate.price({ perSymbol: 9 }, { account: "a", symbol: "b" })[0]?.key);
  });

  test("takes the figure of the last dimension's value", () => {
    const max = (category: string): number | undefined =>
      gate.price({ tiers: 1 }, { account: "maker", category })[0]?.limit.max;
    expect([max("spot"), max("linear")]).toEqual([100, 50]);
  });

  test("keeps a weight of 0: it takes nothing and still respects a block", () => {
    expect(gate.price({ slow: 0 })).toMatchObject([{ cost: 0 }]);
  });

  test("shares a bucket with every gate of its name on the ledger, and with no other", async () => {
    const own = new VirtualClock();
    const ledger = new MemoryLedger({ clock: own });
    const [one, two] = [0, 1].map(() => createGate({ slow }, { clock: own, ledger, name: "a" }));
    const other = createGate({ slow }, { clock: own, ledger });
    one?.tryAcquire(one.price({ slow: 47 }))?.settle();
    expect(two?.tryAcquire(two.price({ slow: 47 }))).toBeUndefined();
    expect(other.tryAcquire(other.price({ slow: 47 }))).toBeDefined();
  });
});

describe("a gate", () => {
  test("refuses figures that are none", () => {
    const options = { clock: new VirtualClock() };
    for (const max of [NaN, 0, -5]) {
      expect(() => createGate({ slow: { ...slow, max } }, options)).toThrow(RangeError);
    }
    for (const figure of [NaN, -1]) {
      expect(() => createGate({ slow }, { ...options, maxLineLength: figure })).toThrow(RangeError);
      expect(() => createGate({ slow }, { ...options, maxBlockMs: figure })).toThrow(RangeError);
      const maxLineLength = { low: figure };
      expect(() => createGate({ slow }, { ...options, maxLineLength })).toThrow(RangeError);
    }
  });

  test("refuses a priority that does not exist, and the line goes on", async () => {
    const { gate, clock, enter } = gateBench();
    // @ts-expect-error: no such priority
    const wrong = gate.acquire(gate.price({ slow: 1 }), { priority: "asap" });
    await expect(wrong).rejects.toBeInstanceOf(InvalidCallError);
    await enter("first", gate.price({ slow: 47 }));
    await clock.run(enter("second", gate.price({ slow: 47 })));
  });

  test("that nobody holds any more is not held by the ledger that it shared", async () => {
    const clock = new VirtualClock();
    const ledger = new MemoryLedger({ clock });
    let listening = 0;
    const onChange = ledger.onChange.bind(ledger);
    ledger.onChange = (listener) => {
      listening += 1;
      const stop = onChange(listener);
      return () => {
        listening -= 1;
        stop();
      };
    };
    for (let made = 0; made < 100; made += 1) {
      const gate = createGate({ slow }, { clock, ledger, name: "same" });
      await clock.run(gate.run(gate.price({ slow: 5 }), async () => made));
    }
    expect(listening).toBe(0);
    const heard = createGate({ slow }, { clock, ledger, name: "same" });
    const stop = heard.on("shrink", () => {});
    expect(listening).toBe(1);
    stop();
    stop();
    expect(listening).toBe(0);
  });
});
