/**
 * Other people's clients. They are installed in test/venues/clients alone, so they are loaded by path, and
 * typed by what is used of them.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** npm and vitest run in the package's own folder. */
const folder = resolve("test/venues/clients");

const from = createRequire(resolve(folder, "package.json"));

export function areInstalled(): boolean {
  return existsSync(resolve(folder, "node_modules"));
}

/** Installs them where they are not, and says whether they are there. */
export function install(say: (words: string) => void): boolean {
  if (areInstalled()) return true;
  say("The clients that judge are not installed: npm ci in test/venues/clients, once.");
  const { status, stderr } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  if (status !== 0) say(`${stderr}\nNO JUDGES: they could not be installed.`);
  return status === 0;
}

/** A package, or a file of one that is no export of its own: "./node_modules/...". */
export function load<Module>(name: string): Promise<Module> {
  return import(pathToFileURL(from.resolve(name)).href);
}

export function versionOf(name: string): string {
  const { version }: Readonly<{ version: string }> = from(`./node_modules/${name}/package.json`);
  return version;
}
