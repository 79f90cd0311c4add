/** Numbers that only grow. */
import { nonces } from "headgate";
import { expect, test } from "vitest";

test("a nonce is the exchange's time, and always more than the last of its key", () => {
  const nonceOf = nonces();
  expect([nonceOf("a", 1_000.7), nonceOf("a", 1_000.9), nonceOf("a", 900)]).toEqual([
    1_000, 1_001, 1_002,
  ]);
  expect(nonceOf("b", 900)).toBe(900);
  expect(nonceOf("a", 5_000)).toBe(5_000);
});

test("a nonce in us is still a whole number that JSON can hold", () => {
  const nonceOf = nonces(1_000);
  const now = nonceOf("a", 1_790_000_000_000.25);
  expect(now).toBe(1_790_000_000_000_250);
  expect(Number.isSafeInteger(nonceOf("a", 0))).toBe(true);
});

test("of many keys those that were used last are remembered", () => {
  const nonceOf = nonces();
  nonceOf("first", 1_000);
  for (let key = 0; key < 9_999; key += 1) nonceOf(`k${key}`, 1_000);
  expect(nonceOf("first", 0)).toBe(1_001);
  for (let key = 0; key < 10_000; key += 1) nonceOf(`l${key}`, 1_000);
  expect(nonceOf("first", 0)).toBe(1);
});
