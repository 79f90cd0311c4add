/** Before all tests: a Redis server is installed, or it is said what goes untested without one. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { redisProgram } from "../test/support/redis-server.ts";

const install = fileURLToPath(new URL("../.ci/redis-server", import.meta.url));

export function setup(): void {
  if (redisProgram() !== undefined) return;
  try {
    execFileSync("bash", [install], { stdio: ["ignore", "inherit", "inherit"] });
  } catch (cause) {
    const what =
      "No redis-server or valkey-server is in PATH, and none could be installed: " +
      "everything about the ledger in Redis is NOT tested.";
    if (process.env["CI"] !== undefined) throw new Error(what, { cause });
    process.stderr.write(`\n${"!".repeat(what.length)}\n${what}\n${"!".repeat(what.length)}\n\n`);
  }
}
