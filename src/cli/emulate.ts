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
    .option("--seed <number>", "of everything random", wholeNumber(0, 2 ** 32 - 1), 1)
    .action(async (venue: string, flags: Flags, command: Command) => {
      await run(venue, flags, stopped).catch((error: unknown) => {
        if (!(error instanceof PortInUseError) && !(error instanceof VenueError)) throw error;
        command.error(error.message, { exitCode: 1 });
      });
    });
}

async function run(venue: string, flags: Flags, stopped: () => Promise<void>): Promise<void> {
  const { port, latencyMs, jitterMs, clockOffsetMs, othersShare, seed } = flags;
  const makeServerSide = await load(venue);
  const emulator = await startEmulator(makeServerSide({ seed, accounts: flags.account }), {
    port,
    latencyMs,
    jitterMs,
    clockOffsetMs,
    seed,
    faults: flags.fault,
    ...(othersShare > 0 && { others: { share: othersShare, seed } }),
  });
  process.stdout.write(`${venue} listens on ${emulator.origin}\n`);
  await stopped();
  await emulator.close();
}

/** There is no such venue, or it brings no server side. */
class VenueError extends Error {}

async function load(venue: string): Promise<MakeServerSide> {
  // The name becomes part of a path: it must not lead anywhere else.
  if (!/^[a-z0-9][a-z0-9-]*$/.test(venue))
    throw new VenueError(`"${venue}" is no name of a venue.`);
  const specifier = `headgate/endpoints/${venue}/server`;
  const loaded: unknown = await import(specifier).catch((cause: unknown) => {
    // A module that exists and does not load is another matter: its author has to see why.
    const why = isNotFound(cause) ? "" : ` It does not load: ${String(cause)}`;
    throw new VenueError(`There is no emulator for "${venue}".${why}`, { cause });
  });
  if (offersServerSide(loaded)) return loaded.serverSide;
  throw new VenueError(`The server module of "${venue}" exports no serverSide function.`);
}

function isNotFound(cause: unknown): boolean {
  if (!(cause instanceof Error) || !("code" in cause)) return false;
  return cause.code === "ERR_MODULE_NOT_FOUND" || cause.code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
}

function offersServerSide(loaded: unknown): loaded is Readonly<{ serverSide: MakeServerSide }> {
  return (
    typeof loaded === "object" &&
    loaded !== null &&
    "serverSide" in loaded &&
    typeof loaded.serverSide === "function"
  );
}

function number(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value))
      throw new InvalidArgumentError("It is not a number.");
    if (value < least) throw new InvalidArgumentError(`It must be ${least} or more.`);
    return value;
  };
}

function wholeNumber(least: number, most: number): (text: string) => number {
  const read = number(least);
  return (text) => {
    const value = read(text);
    if (Number.isInteger(value) && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
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
