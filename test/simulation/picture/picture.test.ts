/** The picture in the README is what the runs of today give. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { picture } from "./draw.ts";
import { storyOf } from "./story.ts";

test("the picture is drawn from the accounting of today: npm run sim -- --picture docs/headgate.svg", () => {
  expect(readFileSync("docs/headgate.svg", "utf8")).toBe(picture());
});

test("the picture is small, says what it shows, and needs nothing from elsewhere", () => {
  const drawn = picture();
  expect(drawn.length).toBeLessThan(40_000);
  expect(drawn).toMatch(/<title id="t">[^<]{20,}<.*<desc id="d">[^<]{100,}</su);
  expect(drawn.replace("http://www.w3.org/2000/svg", "")).not.toMatch(
    /https?:|@import|<script|url\(/u,
  );
});

test("in the picture's runs the naive bucket is refused, and neither the safe one nor headgate", () => {
  const [naive, safe, headgate] = [storyOf("naive"), storyOf("safe"), storyOf("matching")];
  expect(naive.refusedAtMs.length).toBeGreaterThan(50);
  expect([...safe.refusedAtMs, ...headgate.refusedAtMs]).toEqual([]);
  expect(headgate.accepted).toBeGreaterThan(safe.accepted);
  expect(headgate.utilisation).toBeGreaterThan(naive.utilisation);
  for (const { usedAt, limit } of [naive, safe, headgate]) {
    for (let atMs = 0; atMs < 76_000; atMs += 50) expect(usedAt(atMs)).toBeLessThanOrEqual(limit);
  }
});
