/**
 * `headgate emulate <venue>`: an exchange's server side on this machine, for bots in any language. It
 * knows no venue: it loads the server side that the venue brings along.
 */
import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import type { FaultRule } from "../emulator/faults.ts";
import type { ServerSide } from "../emulator/emulator.ts";
import { startEmulator } from "../emulator/http-server.ts";
import { PortInUseError } from "../emulator/port-in-use.ts";
import { number, seed, wholeNumber } from "./flags.ts";
import { VenueError, exportsFunction, loadPart } from "./load.ts";
import type { Part } from "./load.ts";

type Accounts = Readonly<Record<string, Readonly<{ name: string; secret: string }>>>;

type Flags = Readonly<{
  port: number;
  latencyMs: number;
  jitterMs: number;
  clockOffsetMs: number;
  othersShare: number;
  fault: readonly FaultRule[];
  account: Accounts;
  seed: number;
}>;

/** What a venue's server module offers. */
type MakeServerSide = (options: Readonly<{ seed: number; accounts: Accounts }>) => ServerSide;

const part: Part<Readonly<{ serverSide: MakeServerSide }>> = {
  module: "server",
  exported: "serverSide",
  called: "emulator",
  offered: (loaded): loaded is Readonly<{ serverSide: MakeServerSide }> =>
    exportsFunction(loaded, "serverSide"),
};

const faultKinds = ["drop-after-accept", "error-500", "error-503", "html-403", "hang"] as const;

/** Adds `emulate` to the program. It runs until `stopped` resolves: at SIGINT or SIGTERM. */
export function addEmulate(program: Command, stopped: () => Promise<void> = interrupted): void {
  program
    .command("emulate")
    .description("run an exchange's server side on this machine, with its limits")
    .argument("<venue>", "whose server side, by the name of its folder in endpoints/")
    .option("--port <port>", "where to listen; 0 takes any that is free", wholeNumber(0, 65_535), 0)
    .option("--latency-ms <ms>", "round trip without jitter", number(0), 0)
    .option("--jitter-ms <ms>", "the most that a round trip takes longer", number(0), 0)
    .option(
      "--clock-offset-ms <ms>",
      "the server's clock less this machine's",
      number(-Infinity),
      0,
    )
    .option("--others-share <share>", "share of the main limit that others use: 0.2", number(0), 0)
    .option("--fault <kind=probability>", `${faultKinds.join(", ")}; may be repeated`, fault, [])
    .option("--account <name=key:secret>", "an account to sign for; may be repeated", account, {})
    .option("--seed <number>", "of everything random", seed, 1)
    .action(async (venue: string, flags: Flags, command: Command) => {
      await run(venue, flags, stopped).catch((error: unknown) => {
        if (!(error instanceof PortInUseError) && !(error instanceof VenueError)) throw error;
        command.error(error.message, { exitCode: 1 });
      });
    });
}

async function run(venue: string, flags: Flags, stopped: () => Promise<void>): Promise<void> {
  const { port, latencyMs, jitterMs, clockOffsetMs, othersShare } = flags;
  const { serverSide } = await loadPart(venue, part);
  const emulator = await startEmulator(serverSide({ seed: flags.seed, accounts: flags.account }), {
    port,
    latencyMs,
    jitterMs,
    clockOffsetMs,
    seed: flags.seed,
    faults: flags.fault,
    ...(othersShare > 0 && { others: { share: othersShare, seed: flags.seed } }),
  });
  process.stdout.write(`${venue} listens on ${emulator.origin}\n`);
  await stopped();
  await emulator.close();
}

function fault(text: string, before: readonly FaultRule[]): readonly FaultRule[] {
  const [name, share = "1"] = text.split("=");
  const kind = faultKinds.find((known) => known === name);
  if (kind === undefined)
    throw new InvalidArgumentError(`It must be one of ${faultKinds.join(", ")}.`);
  const probability = number(0)(share);
  if (probability > 1) throw new InvalidArgumentError("Its probability must be from 0 to 1.");
  return [...before, { kind, probability }];
}

function account(text: string, before: Accounts): Accounts {
  const [, name, apiKey, secret] = /^([^=]+)=([^:]+):(.+)$/.exec(text) ?? [];
  if (name === undefined || apiKey === undefined || secret === undefined) {
    throw new InvalidArgumentError("It must read name=key:secret.");
  }
  return { ...before, [apiKey]: { name, secret } };
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
}
