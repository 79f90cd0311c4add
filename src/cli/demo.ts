/**
 * `headgate demo [venue]`: one workload, more than the limit allows, first as plain undici and then
 * through headgate, against the venue's emulator with a short window.
 */
import { Option } from "commander";
import type { Command } from "commander";
import { systemClock } from "../clock.ts";
import type { Workload, WorkloadOptions } from "../emulator/workload.ts";
import { headgateBot } from "./demo-headgate.ts";
import { LiveError, runLive } from "./demo-live.ts";
import { naiveBot } from "./demo-naive.ts";
import { isGood, resultOf, seconds, tableOf, verdictOf, whole } from "./demo-result.ts";
import { defaultOthersShare, runBot } from "./demo-run.ts";
import type { Bot, BotSite, Run, RunInProgress } from "./demo-run.ts";
import { follow } from "./demo-screen.ts";
import type { Output } from "./demo-screen.ts";
import type { Frame } from "./demo-view.ts";
import { number, seed } from "./flags.ts";
import { VenueError, exportsFunction, loadPart, venuesWith } from "./load.ts";
import type { Part } from "./load.ts";

type Flags = Readonly<{ json?: boolean; live?: boolean; seconds: number; seed: number }>;

/** What a venue's demo module offers. */
type MakeWorkload = (options: WorkloadOptions) => Workload;

/** Where a demo runs: the process, or a test. */
export type DemoSite = Readonly<{ output: Output; signal: AbortSignal }>;

const part: Part<Readonly<{ workload: MakeWorkload }>> = {
  module: "demo",
  exported: "workload",
  called: "demo",
  offered: (loaded): loaded is Readonly<{ workload: MakeWorkload }> =>
    exportsFunction(loaded, "workload"),
};

/** Ended by whoever started it: what a shell expects after Ctrl-C. */
const stoppedExitCode = 130;

/** Adds `demo` to the program. `site` is for tests; a real one ends at SIGINT or SIGTERM. */
export function addDemo(program: Command, site?: DemoSite): void {
  program
    .command("demo")
    .description("one workload as plain undici, then through headgate, against an emulator")
    .argument("[venue]", "whose, by the name of its folder in endpoints/")
    .option("--json", "print the figures alone")
    .addOption(
      new Option("--live", "a little market data from the real exchange").conflicts("json"),
    )
    .option("--seconds <number>", "how long each of the two runs", number(1), 15)
    .option("--seed <number>", "of everything random", seed, 1)
    .action(async (venue: string | undefined, flags: Flags, command: Command) => {
      const stop = new AbortController();
      const interrupt = (): void => stop.abort();
      process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
      const at = site ?? { output: process.stdout, signal: stop.signal };
      try {
        process.exitCode = (await show(venue, flags, at)) ? 0 : 1;
      } catch (error) {
        if (at.signal.aborted) command.error("Stopped.", { exitCode: stoppedExitCode });
        if (!(error instanceof VenueError) && !(error instanceof LiveError)) throw error;
        command.error(error.message, { exitCode: 1 });
      } finally {
        process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
      }
    });
}

/** Whether all went as promised. */
async function show(venue: string | undefined, flags: Flags, at: DemoSite): Promise<boolean> {
  const made = (await loadPart(venue ?? onlyVenue(), part)).workload({ seed: flags.seed });
  return flags.live === true ? live(made, flags, at) : compare(made, flags, at);
}

function onlyVenue(): string {
  const venues = venuesWith(part);
  const [venue] = venues;
  if (venue !== undefined && venues.length === 1) return venue;
  throw new VenueError(`Say whose demo: ${venues.join(", ")}.`);
}

async function compare(workload: Workload, flags: Flags, at: DemoSite): Promise<boolean> {
  const { output } = at;
  const quiet = flags.json === true;
  if (!quiet) output.write(`${heading(workload)}\n\n`);
  const bot = (makeBot: (site: BotSite) => Bot): Promise<Run> =>
    watched(at, quiet, (watch) =>
      runBot({
        workload,
        makeBot,
        runMs: 1_000 * flags.seconds,
        seed: flags.seed,
        clock: systemClock,
        signal: at.signal,
        watch: (progress) => watch(() => frameOf(progress)),
      }),
    );
  const naive = await bot(naiveBot);
  const headgate = await bot(headgateBot);
  const result = resultOf(naive, headgate);
  if (quiet) output.write(`${JSON.stringify(result, undefined, 2)}\n`);
  else output.write(`\n${tableOf([naive, headgate]).join("\n")}\n\n${verdictOf(result)}\n`);
  return isGood(result);
}

async function live(workload: Workload, flags: Flags, at: DemoSite): Promise<boolean> {
  const said = await watched(at, false, (watch) =>
    runLive({
      workload,
      runMs: 1_000 * flags.seconds,
      clock: systemClock,
      signal: at.signal,
      watch,
    }),
  );
  at.output.write(`\n${said}\n`);
  return true;
}

/** Shows whatever `start` gives to see, until it is done. */
async function watched<T>(
  { output }: DemoSite,
  quiet: boolean,
  start: (watch: (frame: () => Frame) => void) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  let showing: Promise<void> | undefined;
  try {
    return await start((frame) => {
      if (!quiet) showing = follow(frame, { output, clock: systemClock, signal: done.signal });
    });
  } finally {
    done.abort();
    await showing;
  }
}

function heading({ venue, mainLimit, serverSide }: Workload): string {
  const { max, windowMs } = serverSide().limit;
  const others = `${whole(100 * defaultOthersShare)} %`;
  return `${venue.name}: ${mainLimit} of ${whole(max)} per ${seconds(windowMs)}, and somebody else takes ${others} of it.`;
}

function frameOf(run: RunInProgress): Frame {
  const { sent, weight, refused, bans, bannedMs } = run.totals();
  return {
    title: run.bot,
    elapsedMs: run.elapsedMs(),
    runMs: run.runMs,
    counters: [
      ["sent", whole(sent)],
      ["weight", whole(weight)],
      ["429", whole(refused)],
      ["bans", whole(bans)],
      ["banned", seconds(bannedMs)],
      ["cancels", whole(run.cancels())],
    ],
    main: run.main(),
    levels: run.levels(),
  };
}
