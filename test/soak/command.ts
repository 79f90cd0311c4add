/**
 * `npm run soak`: a million calls of one client in virtual time. Prints how they ended, and fails where
 * anything is left of them.
 *
 *     --calls 1000000
 *     --seed 1
 */
import { parseArgs } from "node:util";
import { soak } from "./soak.ts";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
  },
});
const soaked = await soak(Number(values.calls), Number(values.seed));
process.stdout.write(`${JSON.stringify(soaked, undefined, 2)}\n`);
const ended = Object.values(soaked.ends).reduce((sum, count) => sum + count, 0);
const isClean = Object.values(soaked.left).every((count) => count === 0);
if (!isClean || ended !== soaked.calls) process.exitCode = 1;
