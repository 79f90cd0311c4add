import { readFile, readdir } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";

const root = new URL("../", import.meta.url);
const examples = (await readdir(new URL("examples", root))).filter((file) => file.endsWith(".ts"));

afterEach(() => vi.restoreAllMocks());

test.each(examples)("the example %s runs alone and prints something", async (file) => {
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  await import(new URL(`examples/${file}`, root).href);
  expect(printed).toHaveBeenCalled();
});

test("the code in the README is that of the examples", async () => {
  const readme = await readFile(new URL("README.md", root), "utf8");
  const quoted = [...readme.matchAll(/<!-- (examples\/[\w-]+\.ts) -->\n```ts\n(.*?)```/gs)];
  expect(quoted.length).toBeGreaterThan(0);
  for (const [, file = "", code] of quoted) {
    expect(code, file).toBe(await readFile(new URL(file, root), "utf8"));
  }
});
