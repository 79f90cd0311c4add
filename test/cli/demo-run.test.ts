import { VirtualClock, systemClock } from "headgate";
import type { Workload } from "headgate/emulator";
import { startEmulator } from "headgate/emulator";
import { workload } from "headgate/endpoints/binance-spot/demo";
import { expect, test } from "vitest";
import { headgateBot } from "../../src/cli/demo-headgate.ts";
import { LiveError, runLive } from "../../src/cli/demo-live.ts";
import { naiveBot } from "../../src/cli/demo-naive.ts";
import { CancelWaits, perform, runBot } from "../../src/cli/demo-run.ts";
import type { Bot, BotSite, Run } from "../../src/cli/demo-run.ts";

const runMs = 2_500;

function run(makeBot: (site: BotSite) => Bot, signal: AbortSignal): Promise<Run> {
  return runBot({
    workload: workload({ windowMs: 1_000 }),
    makeBot,
    runMs,
    seed: 1,
    clock: systemClock,
    // What somebody else takes between two answers is chance; all else is not.
    othersShare: 0,
    signal,
  });
}

test("under more than the limit the naive bot is refused and headgate is not", async () => {
  const { signal } = new AbortController();
  const naive = await run(naiveBot, signal);
  const headgate = await run(headgateBot, signal);
  expect(naive.totals.refused).toBeGreaterThan(0);
  expect(headgate.totals).toMatchObject({ refused: 0, bans: 0, bannedMs: 0 });
  expect(headgate.planned).toBe(223);
  for (const { own, others } of headgate.windows) {
    expect(own).toBeLessThanOrEqual(223);
    expect(others).toBe(0);
  }
  for (const waitMs of [...naive.cancelWaitsMs, ...headgate.cancelWaitsMs]) {
    expect(waitMs).toBeLessThan(runMs + 10_000);
  }
});

test("an abort ends a run with its reason", async () => {
  const stop = new AbortController();
  const running = run(headgateBot, stop.signal);
  stop.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
});

test("tasks go on until the time is over, each call after its pause", async () => {
  const clock = new VirtualClock();
  const called: (readonly [string, number])[] = [];
  const told: boolean[] = [];
  const performing = perform(
    [
      (function* () {
        for (let number = 1; ; number += 1) {
          told.push(yield { afterMs: 100, endpoint: `a${number}`, params: {} });
        }
      })(),
      (function* () {
        yield { afterMs: 250, endpoint: "b", params: {} };
      })(),
    ],
    {
      bot: {
        async send({ endpoint }) {
          called.push([endpoint, clock.nowMs()]);
          return endpoint !== "a2";
        },
      },
      runMs: 350,
      clock,
      signal: new AbortController().signal,
    },
  );
  await clock.run(performing);
  expect(called).toEqual([
    ["a1", 100],
    ["a2", 200],
    ["b", 250],
    ["a3", 300],
  ]);
  expect(told).toEqual([true, false, true]);
  expect(clock.timers).toBe(0);
});

test("a cancel that never gets through waits until the end", async () => {
  const clock = new VirtualClock();
  const waits = new CancelWaits(clock);
  const accepted = waits.begin();
  waits.begin();
  await clock.advance(40);
  accepted();
  accepted();
  await clock.advance(960);
  expect(waits.accepted).toBe(1);
  expect(waits.all()).toEqual([40, 1_000]);
});

/** The workload at another address, and a clock on which no retry is waited for. */
function liveAt(origin: string): Parameters<typeof runLive>[0] {
  const made: Workload = workload();
  return {
    workload: { ...made, venue: { ...made.venue, origin } },
    runMs: 200,
    clock: { ...systemClock, sleep: async () => {} },
    signal: new AbortController().signal,
    watch: () => {},
  };
}

test("a live run without a network ends with one line that says why", async () => {
  const { origin, close } = await startEmulator(workload().serverSide());
  await close();
  const running = runLive(liveAt(origin));
  await expect(running).rejects.toThrow(LiveError);
  await expect(running).rejects.toThrow(/^http:\S+ does not answer: .*ECONNREFUSED[^\n]*$/);
});

test("a live run says how many requests were answered", async () => {
  const emulator = await startEmulator(workload().serverSide());
  const said = await runLive({ ...liveAt(emulator.origin), clock: systemClock });
  await emulator.close();
  expect(said).toMatch(
    /^\d+ requests to http:\S+ in 0\.2 s: \d+ answered, none failed, weight \d+\.$/,
  );
});
