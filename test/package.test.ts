/**
 * What is shipped: the packed tarball, in a project that has what the package declares and no more.
 *
 *     a copy of this tree -> npm pack (builds first) -> node_modules/headgate -> import, require, tsc, bin
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const work = realpathSync(mkdtempSync(join(tmpdir(), "headgate-package-")));
const project = join(work, "project");
const installed = join(project, "node_modules", "headgate");
let shipped: readonly string[] = [];

beforeAll(() => {
  const tree = join(work, "tree");
  const notSources = new Set(["node_modules", "dist", "coverage", ".git"]);
  cpSync(root, tree, { recursive: true, filter: (path) => !notSources.has(relative(root, path)) });
  link(modules, join(tree, "node_modules"));
  const tarball = join(tree, run(tree, "npm", "pack", "--silent").trim());

  const inside = "package/";
  const listed = run(tree, "tar", "-tzf", tarball).trim().split("\n");
  shipped = listed.map((path) => path.slice(inside.length));
  mkdirSync(installed, { recursive: true });
  run(project, "tar", "-xzf", tarball, "-C", installed, "--strip-components=1");
  for (const name of [...dependencies(), "@types/node"]) {
    link(join(modules, name), join(project, "node_modules", name));
  }
}, 120_000);

afterAll(() => rmSync(work, { recursive: true, force: true }), 60_000);

test("the packed tarball imports from ESM", () => {
  const program = `
    import { createClient } from "headgate";
    import { binanceSpot } from "headgate/endpoints/binance-spot";
    console.log(typeof createClient, typeof binanceSpot);
  `;
  const printed = run(project, "node", "--input-type=module", "-e", program);
  expect(printed).toBe("function object\n");
});

test("the packed tarball loads with require()", () => {
  const program = `
    const { createClient } = require("headgate");
    const { binanceSpot } = require("headgate/endpoints/binance-spot");
    console.log(typeof createClient, typeof binanceSpot);
  `;
  const printed = run(project, "node", "--input-type=commonjs", "-e", program);
  expect(printed).toBe("function object\n");
});

test("a program compiles against the types in the tarball", () => {
  // A type that does not resolve is any, and takes any name: hence the expected errors.
  const program = `
    import * as headgate from "headgate";
    import * as emulator from "headgate/emulator";
    import { binanceSpot } from "headgate/endpoints/binance-spot";
    import * as server from "headgate/endpoints/binance-spot/server";
    export const client = headgate.createClient(binanceSpot);
    // @ts-expect-error
    headgate.noSuchName;
    // @ts-expect-error
    emulator.noSuchName;
    // @ts-expect-error
    server.noSuchName;
    // @ts-expect-error
    client.noSuchName;
  `;
  writeFileSync(join(project, "program.ts"), program);
  const options = "--noEmit --strict --module nodenext --target es2023 --types node";
  const tsc = join(modules, "typescript", "bin", "tsc");
  expect(run(project, "node", tsc, ...options.split(" "), "program.ts")).toBe("");
});

test("the command in the tarball runs", () => {
  const main = join(installed, "dist", "src", "cli", "main.js");
  expect(run(project, "node", main, "--help")).toContain("demo");
});

test("the tarball holds the build and its sources, no tests and no configuration", () => {
  const main = ["dist/src/index.js", "dist/src/index.d.ts", "src/index.ts"];
  expect(shipped).toEqual(expect.arrayContaining(main));
  const ours = /^(dist|src|endpoints)\/|^(README|CHANGELOG)\.md$|^LICENSE$|^package\.json$/;
  expect(shipped.filter((path) => !ours.test(path))).toEqual([]);
});

/** What the program prints. One that fails speaks on either stream: the error carries both. */
function run(cwd: string, program: string, ...words: readonly string[]): string {
  try {
    return execFileSync(program, words, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const said = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    throw new Error(`${program} ${words.join(" ")} failed.\n${said}`, { cause: error });
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

function dependencies(): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(manifest.dependencies);
}
