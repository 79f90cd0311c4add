/**
 * `npm run sim`: the accounting of limits against servers, in virtual time. Prints a table, and fails where
 * what must hold does not.
 *
 *                    every client against every server
 *     --peers        and other packages, if `npm ci --prefix test/bench` has installed them
 *     --told         by what answers tell, beside somebody else whom the server counts as well
 *     --after-429    what refusals do to the product and to two rules in wide use
 *
 *     --picture <file.svg>  draws three clients before one server, and nothing else
 *
 *     --json         prints the rows and nothing else
 *     --full         20 seeds for each cell instead of a few
 *     --seconds 30   stops then, with cells from everywhere
 *
 * Compiled before it runs: Node 20 cannot read TypeScript. One thread for each core.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { Numbered, Outcome, Settings, Share, Spread } from "./mode.ts";
import { isModeName, modes, options, unasked } from "./modes.ts";
import type { ModeName } from "./modes.ts";
import { picture } from "./picture/draw.ts";

type Work = Readonly<{ mode: ModeName; share: Share }>;

const flag = { type: "boolean", default: false } as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries([...options.keys()].map((name) => [name, flag])),
      json: flag,
      full: flag,
      seconds: { type: "string" },
      picture: { type: "string" },
    },
  });
  if (values.picture !== undefined) {
    writeFileSync(values.picture, picture());
    return;
  }
  const seconds = Number(values.seconds ?? Infinity);
  if (!(seconds > 0)) throw new RangeError(`--seconds must be above 0, not ${values.seconds}.`);
  const asked: Readonly<Record<string, unknown>> = values;
  const [names = unasked] = [...options].flatMap(([name, run]) => (asked[name] ? [run] : []));
  for (const name of names) modes[name].check();
  const outcomes: Outcome[] = [];
  for (const name of names) {
    const seeds = values.full ? 20 : modes[name].seeds;
    const maxMs = (seconds * 1_000) / names.length;
    outcomes.push(await modes[name].run(spreadOf(name), { seeds, maxMs }));
  }
  const reports = outcomes.map(({ report }) => report).join("\n");
  process.stdout.write(values.json ? json(outcomes.flatMap(({ rows }) => rows)) : reports);
  if (outcomes.some(({ failed }) => failed)) process.exitCode = 1;
}

function spreadOf(mode: ModeName): Spread {
  return async <Row>(settings: Settings): Promise<readonly Numbered<Row>[]> => {
    const every = availableParallelism();
    const shares = Array.from({ length: every }, (_, from) =>
      inThread<Row>({ mode, share: { ...settings, every, from } }),
    );
    return (await Promise.all(shares)).flat();
  };
}

function inThread<Row>(work: Work): Promise<readonly Numbered<Row>[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: work });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function json(rows: readonly unknown[]): string {
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === "number" ? Number(value.toFixed(4)) : value;
  return `${JSON.stringify(rows, rounded)}\n`;
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  if (isWork(workerData)) port.postMessage(await modes[workerData.mode].share(workerData.share));
} else if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

function isWork(what: unknown): what is Work {
  return (
    typeof what === "object" &&
    what !== null &&
    "mode" in what &&
    typeof what.mode === "string" &&
    isModeName(what.mode)
  );
}
