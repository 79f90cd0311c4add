/** What code sees that asks Node for the time. */
import { expect, test } from "vitest";
import { Events } from "../events.ts";
import { inVirtualTime, runWithPromises } from "./virtual-time.ts";

/** What `code` saw, said as it happened, in 100 ms. */
async function seen(code: (say: (word: string) => void) => void): Promise<readonly string[]> {
  const events = new Events();
  const said: string[] = [];
  await inVirtualTime(events, async () => {
    events.at(0.7, () => code((word) => said.push(`${events.nowMs} ${word}`)));
    await runWithPromises(events, 100);
  });
  return said;
}

test("timers are counted in whole ms of the loop's clock, and none is at once", async () => {
  const said = await seen((say) => {
    setTimeout(say, 10.9, "later");
    setTimeout(say, 0, "soon");
    setImmediate(say, "at once");
    void Promise.resolve().then(() => say("before all"));
  });
  expect(said).toEqual(["0.7 before all", "0.7 at once", "1 soon", "10 later"]);
});

test("timers repeat, start again, and stop", async () => {
  const said = await seen((say) => {
    const interval = setInterval(say, 4, "tick");
    const never = setTimeout(say, 5, "never");
    const moved = setTimeout(say, 6, "moved");
    setTimeout(() => {
      clearTimeout(never);
      moved.refresh();
    }, 3);
    setTimeout(() => clearInterval(interval), 10);
  });
  expect(said).toEqual(["4 tick", "8 tick", "9 moved"]);
});

test("all clocks show the same time, and the wall clock whole ms", async () => {
  const before = Date.now();
  const said = await seen((say) => {
    const start = { wallMs: Date.now(), loopMs: performance.now(), at: process.hrtime.bigint() };
    setTimeout(() => {
      say(`${Date.now() - start.wallMs} ${new Date().getTime() - start.wallMs}`);
      say(`${performance.now() - start.loopMs} ${process.hrtime.bigint() - start.at}`);
    }, 50);
    say(String(Number.isInteger(start.wallMs)));
  });
  expect(said).toEqual(["0.7 true", "50 49 49", "50 49.3 49300000"]);
  expect(Date.now()).toBeGreaterThanOrEqual(before);
});
