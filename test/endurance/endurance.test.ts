/** A small part of `npm run endure`, and what shows that it can fail. */
import { expect, test } from "vitest";
import { runDay } from "./day.ts";
import { runKeys } from "./keys.ts";
import { failures } from "./verdict.ts";

test("over a day of calls memory stays flat and all sums are exact, accounts come and go (C83)", async () => {
  const day = await runDay(24_000, [6, 12, 24]);
  const keys = runKeys(20_000);
  expect(failures(day, keys)).toEqual([]);
  expect(day).toMatchObject({ calls: 24_000, refused: 0, inFlight: 0, missing: 0 });
  expect(day.waited).toBeGreaterThan(0);
  // Most accounts are called once in a while, and what they used is over by then.
  expect(day.bucketsMost).toBeLessThan(3_000);
});

test("a day that is refused, does not add up, leaks or forgets is broken", () => {
  const day = {
    calls: 1,
    waited: 0,
    refused: 0,
    sentTenths: 10,
    countedTenths: 10,
    inFlight: 0,
    missing: 0,
    bucketsMost: 1,
    bytes: [
      { hour: 1, bytes: 5e6 },
      { hour: 24, bytes: 6e6 },
    ],
  };
  const keys = { keys: 10, shownMost: 10, bytesMost: 1e6, bytesLeft: 1e6 };
  expect(failures(day, keys)).toEqual([]);
  const broken = [
    failures({ ...day, refused: 1 }, keys),
    failures({ ...day, countedTenths: 9 }, keys),
    failures({ ...day, inFlight: 1 }, keys),
    failures({ ...day, missing: 1e-9 }, keys),
    failures({ ...day, bytes: [...day.bytes, { hour: 30, bytes: 1e7 }] }, keys),
    failures(day, { ...keys, shownMost: 9 }),
    failures(day, { ...keys, bytesLeft: 2e7 }),
  ];
  expect(broken.map((failed) => failed.length)).toEqual(broken.map(() => 1));
});
