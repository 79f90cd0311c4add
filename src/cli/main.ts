#!/usr/bin/env node
/** The `headgate` command. */
import { createRequire } from "node:module";
import { Command } from "commander";
import { addDemo } from "./demo.ts";
import { addEmulate } from "./emulate.ts";

const manifest: unknown = createRequire(import.meta.url)("headgate/package.json");

const program = new Command("headgate")
  .description("Calls an exchange's API as fast as its limits allow, and no faster.")
  .version(versionOf(manifest));
addDemo(program);
addEmulate(program);

// Whoever read the output has gone, and there is nobody left to tell.
process.stdout.on("error", () => process.exit(1));

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`headgate: ${oneLine(error)}\n`);
  process.exitCode = 1;
}

function versionOf(of: unknown): string {
  if (typeof of !== "object" || of === null || !("version" in of)) return "unknown";
  return String(of.version);
}

function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s*\n\s*/g, " ");
}
