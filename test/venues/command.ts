/**
 * `npm run venues`: every venue's client against its server side, in virtual time. Fails where something is
 * refused, a limit is not used, or a no of the exchange is taken for another one.
 *
 *     --json          prints the verdicts and nothing else
 *     --only bybit    one venue
 *     --minutes 3     of virtual time, for each
 *     --against-ccxt  instead of that, our weights beside ccxt's costs: each that differs, with a verdict
 */
import { parseArgs } from "node:util";
import { againstCcxt, table } from "./against-ccxt/report.ts";
import { install } from "./judges/clients.ts";
import { misread, prove } from "./proof.ts";
import type { Verdict } from "./proof.ts";
import { proofs } from "./proofs.ts";

const leastUtilisation = 0.95;

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string" },
    minutes: { type: "string", default: "3" },
    "against-ccxt": { type: "boolean", default: false },
  },
});

async function proveAll(): Promise<void> {
  const verdicts: Verdict[] = [];
  for (const proof of proofs) {
    if (values.only !== undefined && proof.venue.name !== values.only) continue;
    const verdict = await prove(proof, Number(values.minutes));
    verdicts.push(verdict);
    if (!values.json) process.stdout.write(line(verdict));
    if (isShown(verdict)) continue;
    process.exitCode = 1;
    for (const wrong of await misread(proof)) process.stderr.write(`  ${wrong}\n`);
  }
  if (values.json) process.stdout.write(`${JSON.stringify(verdicts)}\n`);
}

async function compareAll(): Promise<void> {
  if (!install((words) => void process.stderr.write(`${words}\n`))) {
    process.exitCode = 1;
    return;
  }
  const all = await againstCcxt(values.only);
  process.stdout.write(values.json ? `${JSON.stringify(all)}\n` : table(all));
}

function isShown(verdict: Verdict): boolean {
  const { refused, utilisation, rejectionsDeclared, rejectionsClassified } = verdict;
  const isUsed = utilisation >= leastUtilisation;
  return refused === 0 && isUsed && rejectionsClassified === rejectionsDeclared;
}

function line(verdict: Verdict): string {
  const { venue, endpoints, typed, refused, utilisation } = verdict;
  const { rejectionsDeclared, rejectionsClassified } = verdict;
  const parts = [
    venue.padEnd(20),
    `${endpoints} endpoints, ${typed} typed`.padEnd(28),
    `refused ${refused}, used ${utilisation.toFixed(3)} of planned`.padEnd(38),
    `refusals read ${rejectionsClassified} of ${rejectionsDeclared}`,
    isShown(verdict) ? "" : "  MISSED",
  ];
  return `${parts.join(" ").trimEnd()}\n`;
}

await (values["against-ccxt"] ? compareAll() : proveAll());
