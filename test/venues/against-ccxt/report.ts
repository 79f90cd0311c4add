/** Our weights against ccxt's: every call that the two price differently, with a verdict. */
import { compared } from "./compare.ts";
import type { Difference } from "./compare.ts";
import { peers } from "./exchanges.ts";
import type { Peer } from "./exchanges.ts";
import { verdictOn } from "./verdicts.ts";
import type { Verdict } from "./verdicts.ts";
import { proofs } from "../proofs.ts";

export type Judged = Readonly<{
  venue: string;
  calls: number;
  differences: readonly (Difference & Readonly<{ verdict: Verdict }>)[];
}>;

/** Of one venue, or of all that both have. */
export async function againstCcxt(only?: string): Promise<readonly Judged[]> {
  const all: Judged[] = [];
  for (const peer of peers) {
    if (only === undefined || only === peer.venue) all.push(await ofPeer(peer));
  }
  return all;
}

async function ofPeer(peer: Peer): Promise<Judged> {
  const venue = peer.compared ?? proofs.find((one) => one.venue.name === peer.venue)?.venue;
  if (venue === undefined) throw new TypeError(`There is no venue "${peer.venue}".`);
  const { calls, differences } = await compared(venue, peer);
  return {
    venue: peer.venue,
    calls,
    differences: differences.map((one) => ({ ...one, verdict: verdictOn(one) })),
  };
}

export function table(all: readonly Judged[]): string {
  return all.map(linesOf).join("");
}

function linesOf({ venue, calls, differences }: Judged): string {
  const head = `${venue}: ${calls} calls in both, ${differences.length} priced differently\n`;
  const lines = differences.map(({ call, when, ours, ccxt, verdict }) => {
    const { right, why, source } = verdict;
    return [
      `  ${call}${when === "" ? "" : ` (${when})`}`,
      `      ours ${figure(ours.weight)} of ${ours.limit} = ${figure(ours.ms)} ms, ` +
        `ccxt ${figure(ccxt.weight)} (cost ${figure(ccxt.cost)}) = ${figure(ccxt.ms)} ms`,
      `      right: ${right}. ${why}`,
      `      ${source.url}, read ${source.read}`,
    ].join("\n");
  });
  return `${head}${lines.map((line) => `${line}\n`).join("")}\n`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
