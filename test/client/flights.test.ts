/** Requests on the wire, each with a time of its own, however many end before it. */
import { VirtualClock } from "headgate";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Flights } from "../../src/client/flights.ts";

const totalMs = 100;
const bodyMs = 30;

/** When a flight starts; after how long its body begins and it ends, where that happens. */
const course = fc.record({
  startMs: fc.nat(300),
  bodyAfterMs: fc.option(fc.nat(150)),
  endAfterMs: fc.option(fc.nat(150)),
});

test("a flight is given up when its stage or all of it is over, unless it ended before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(course, { size: "max", maxLength: 30 }), async (courses) => {
      const clock = new VirtualClock();
      const flights = new Flights(clock, { bodyMs, totalMs });
      const givenUpMs = courses.map((): number | undefined => undefined);
      courses.forEach(({ startMs, bodyAfterMs, endAfterMs }, index) => {
        clock.at(startMs, () => {
          const flight = flights.start(clock.nowMs(), undefined);
          flight.onGivenUp(() => (givenUpMs[index] = clock.nowMs()));
          if (bodyAfterMs !== null)
            clock.at(startMs + bodyAfterMs + 0.25, () => flight.enters("body"));
          clock.at(startMs + (endAfterMs ?? 2 * totalMs) + 0.5, () => flights.end(flight));
        });
      });
      await clock.advance(1_000);
      const expected = courses.map(({ startMs, bodyAfterMs, endAfterMs }) => {
        const inBodyMs = bodyAfterMs === null ? Infinity : bodyAfterMs + 0.25 + bodyMs;
        const overMs = Math.min(totalMs, inBodyMs);
        return (endAfterMs ?? Infinity) + 0.5 > overMs ? startMs + overMs : undefined;
      });
      expect(givenUpMs).toEqual(expected);
      expect(clock.timers).toBe(0);
    }),
  );
});
