/**
 * `npm run bench`: headgate beside what people use today, on this machine, in the same run. Prints a table.
 *
 *     --json          prints { clockNs, rows } and nothing else
 *     --only http     some groups of rows, with commas: uncontended, waiting, idle, starts, http
 *     --redis         those over a real redis-server: all others need none
 *
 * headgate runs as it ships, compiled, on the real clock. What it is compared with is installed in
 * test/bench by the first run; where that cannot be, headgate is measured alone, and it says so.
 */
import { parseArgs } from "node:util";
import { http } from "./http.ts";
import { idleBuckets } from "./idle-buckets.ts";
import { clock, inTurns, median, medians } from "./measure.ts";
import { loadPeers } from "./peers.ts";
import type { Peers } from "./peers.ts";
import { redis } from "./redis.ts";
import { json, table } from "./row.ts";
import type { Row } from "./row.ts";
import { starts } from "./starts.ts";
import { uncontended } from "./uncontended.ts";
import { waiting } from "./waiting.ts";

type Group = (peers: Peers | undefined) => Promise<readonly Row[]>;

const groups: Readonly<Record<string, Group>> = {
  uncontended,
  waiting,
  idle: idleBuckets,
  starts,
  http,
};

/** Only where it is asked for: it needs a server. */
const overRedis: Readonly<Record<string, Group>> = { redis };

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: "boolean", default: false },
      redis: { type: "boolean", default: false },
      only: { type: "string" },
    },
  });
  const all = values.redis ? overRedis : groups;
  const names = values.only?.split(",") ?? Object.keys(all);
  const peers = await loadPeers(say);
  const atStart = medians(await inTurns([clock], { rounds: 31, roundMs: 5 }));
  const rows: Row[] = [];
  for (const name of names) {
    const group = all[name];
    if (group === undefined) {
      throw new TypeError(`There is no "${name}"; there are ${Object.keys(all).join(", ")}.`);
    }
    if (!values.json) say(`${name} ...`);
    rows.push(...(await group(peers)));
  }
  const beside = rows.flatMap(({ clockNs = [] }) => clockNs);
  const result = { clockNs: median([atStart["clock"] ?? NaN, ...beside]), rows };
  process.stdout.write(values.json ? json(result) : table(result));
}

await main();
// Some of what was measured keeps a timer or a connection for ever.
process.exit();
