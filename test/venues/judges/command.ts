/**
 * `npm run judges`: other people's clients at our server sides, over real HTTP on loopback; only their URLs
 * are changed. Fails where one of them does not find what its exchange would give it.
 *
 *     --json          prints the rows and nothing else
 *     --only bybit    one venue, by its name, or one client
 */
import { parseArgs } from "node:util";
import { install } from "./clients.ts";
import { judged } from "./judge.ts";
import type { Row } from "./judge.ts";
import { judges } from "./judges.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, only: { type: "string" } },
});

function line({ client, venue, check, wrong }: Row): string {
  const found = wrong.length === 0 ? "ok" : `WRONG\n${wrong.map((one) => `    ${one}\n`).join("")}`;
  return `${client.padEnd(22)} ${venue.padEnd(14)} ${check.padEnd(32)} ${found}`.trimEnd();
}

async function main(): Promise<void> {
  if (!install((words) => void process.stderr.write(`${words}\n`))) {
    process.exitCode = 1;
    return;
  }
  const rows: Row[] = [];
  for (const judge of judges()) {
    const { client, proof } = judge;
    const isWanted = values.only === undefined || values.only === proof.venue.name;
    if (!isWanted && !client.startsWith(`${values.only} `)) continue;
    for (const row of await judged(judge)) {
      rows.push(row);
      if (!values.json) process.stdout.write(`${line(row)}\n`);
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`);
  if (rows.length === 0 || rows.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1;
}

await main();
// Some clients keep a timer or a connection for ever.
process.exit();
