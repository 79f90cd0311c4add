/** A program ends when its work is done, and not before. Real processes over the compiled sources. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MemoryLedger } from "headgate";
import { seededRandom, startEmulator } from "headgate/emulator";
import type { Emulator } from "headgate/emulator";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
// In here, so that packages resolve.
const cache = `${root}node_modules/.cache`;

let folder = "";
let emulator: Emulator | undefined;

beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(`${cache}/headgate-process-`);
  const options = ["-p", ".config/tsconfig.build.json", "--outDir", folder];
  // Whether the types are right is another test's subject.
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  await run(process.execPath, [tsc, ...options, "--noEmitOnError", "false"], { cwd: root }).catch(
    () => undefined,
  );
  const exports = { ".": "./src/index.js", "./endpoints/*": "./endpoints/*/index.js" };
  await writeFile(
    `${folder}/package.json`,
    JSON.stringify({ name: "headgate", type: "module", exports }),
  );
  emulator = await startEmulator(serverSide());
}, 60_000);

afterAll(async () => {
  await emulator?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a script prints until it ends by itself; one that does not end fails. */
async function printed(name: string, script: string): Promise<string> {
  const file = `${folder}/${name}.mjs`;
  const opening = `import { createClient, createGate } from "headgate";
    import { binanceSpot } from "headgate/endpoints/binance-spot";
    const origin = process.argv[2];
    const slow = { counted: "rolling-window", windowMs: 60_000, max: 1, per: [] };
    process.on("exit", (code) => console.log("exit", code));
  `;
  await writeFile(file, `${opening}\n${script}`);
  const { stdout } = await run(process.execPath, [file, emulator?.origin ?? ""], {
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  return stdout;
}

test("a program ends after its last call, without being told to (C82)", async () => {
  const script = `
    const client = createClient(binanceSpot, { origin });
    const { serverTime } = await client.time();
    console.log(typeof serverTime);
  `;
  expect(await printed("one-call", script)).toBe("number\nexit 0\n");
});

test("a program ends where its line is idle, though a bucket is empty, blocked and shrunk (C82)", async () => {
  const script = `
    const headers = { "retry-after": "60" };
    const transport = async () => ({ status: 429, headers, body: "" });
    const client = createClient(binanceSpot, { transport });
    await client.time({}, { maxWaitMs: 10 }).catch((error) => console.log(error.code));
    const controller = new AbortController();
    const waiting = client.time({}, { signal: controller.signal });
    controller.abort("not needed");
    await waiting.catch((reason) => console.log(reason));
    const gate = createGate({ slow });
    gate.tryAcquire(gate.price({ slow: 1 })).settle();
    await gate.acquire(gate.price({ slow: 1 }), { maxWaitMs: 1 }).catch((error) => console.log(error.code));
  `;
  expect(await printed("idle", script)).toBe(
    "HEADGATE_REFUSED\nnot needed\nHEADGATE_WAIT_TOO_LONG\nexit 0\n",
  );
});

test("a program ends after close, which rejects the calls in line (C82)", async () => {
  const script = `
    const client = createClient(binanceSpot, { origin, limits: { requestWeight: { max: 1 } } });
    await client.time();
    const calls = Promise.allSettled([client.time(), client.time(), client.time()]);
    await client.close();
    for (const { reason } of await calls) console.log(reason.code);
  `;
  expect(await printed("close", script)).toBe(
    "HEADGATE_CLOSED\nHEADGATE_CLOSED\nHEADGATE_CLOSED\nexit 0\n",
  );
});

test("a call in line keeps its program alive until it was served (C82)", async () => {
  const script = `
    const gate = createGate({ slow: { ...slow, windowMs: 200 } });
    const draws = gate.price({ slow: 1 });
    gate.tryAcquire(draws).settle();
    // Nobody awaits it.
    void gate.acquire(draws).then((permit) => {
      permit.settle();
      console.log("served", permit.waitedMs >= 200);
    });
    console.log("end of the script");
  `;
  expect(await printed("waits", script)).toBe("end of the script\nserved true\nexit 0\n");
});

test("a call that waits for a budget which time does not refill keeps no program alive (C22)", async () => {
  const script = `
    const budget = { counted: "lifetime", max: 1, per: [], headroom: 0 };
    const gate = createGate({ budget });
    const draws = gate.price({ budget: 1 });
    gate.tryAcquire(draws).settle();
    void gate.acquire(draws);
    console.log("end of the script");
  `;
  expect(await printed("budget", script)).toBe("end of the script\nexit 0\n");
});

/** Bans buckets one after the other for as long as it lives, and says each when its call is settled. */
const bansForEver = `
  import { writeSync } from "node:fs";
  import { MemoryLedger } from "headgate";
  const [, , stateFile, run] = process.argv;
  const ledger = new MemoryLedger({ stateFile });
  const limit = { counted: "rolling-window", windowMs: 60_000, max: 100, per: [] };
  for (let call = 0; ; call += 1) {
    const draw = { limit, name: "weight", whose: {}, key: \`\${run}/\${call}\`, cost: 1 };
    const [{ charges }] = ledger.reserve([{ draws: [draw], leaveShare: 0, withinMs: 0 }]);
    ledger.settle(charges, [{ refused: { as: "ban", waitMs: 600_000 } }]);
    writeSync(1, \`\${draw.key}\\n\`);
  }
`;

/** Starts it and kills it when it has said so many, wherever it is by then; all that it has said. */
async function killed(program: readonly string[], saidMax: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.split("\n").length > saidMax) child.kill("SIGKILL");
  });
  const [, signal]: readonly unknown[] = await once(child, "close");
  expect(signal).toBe("SIGKILL");
  return said.split("\n").slice(0, -1);
}

test("a process killed at any moment leaves a whole state file, with every ban that was told", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const [file, stateFile] = [`${folder}/bans.mjs`, `${folder}/state.json`];
  await writeFile(file, bansForEver);
  const random = seededRandom(5);
  const banned: string[] = [];
  for (let life = 0; life < 20; life += 1) {
    const saidMax = 1 + Math.floor(60 * random());
    banned.push(...(await killed([file, stateFile, `life-${life}`], saidMax)));
    const kept: unknown = JSON.parse(await readFile(stateFile, "utf8"));
    expect(kept).toMatchObject({ headgate: 1, buckets: expect.any(Object) as unknown });
  }
  const ledger = new MemoryLedger({ stateFile });
  const limit = { counted: "rolling-window", windowMs: 60_000, max: 100, per: [] } as const;
  const asks = [...banned, "another"].map((key) => ({
    draws: [{ limit, name: "weight", whose: {}, key, cost: 1 }],
    leaveShare: 0,
    withinMs: -1,
  }));
  const blocked = ledger
    .reserve(asks)
    .flatMap((reply) => (!reply.granted && reply.why === "blocked" ? [reply.limitedBy.key] : []));
  expect(blocked).toEqual(banned);
  expect(banned.length).toBeGreaterThan(200);
  expect(warn).not.toHaveBeenCalled();
}, 120_000);
