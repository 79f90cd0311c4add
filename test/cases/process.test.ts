/** A program ends when its work is done, and not before. Real processes over the compiled sources. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator } from "headgate/emulator";
import type { Emulator } from "headgate/emulator";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { afterAll, beforeAll, expect, test } from "vitest";

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
