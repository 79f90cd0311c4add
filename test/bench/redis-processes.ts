/** Several processes that keep one limit together: how fair, how quick, and how much of it they use. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fixedWindow } from "../../src/emulator/index.ts";
import type { RedisServer } from "../support/redis-server.ts";
import { planned } from "./redis-sides.ts";
import type { RedisSide } from "./redis-sides.ts";
import type { Done, FromWorker, Task, Told } from "./redis-worker.ts";

export type Together = Readonly<{ name: string; p99Ms: number; jain: number; perCall: number }>;

export async function processes(
  sides: readonly RedisSide[],
  server: RedisServer,
): Promise<readonly Together[]> {
  const seen: Together[] = [];
  for (const { name } of sides) {
    await server.command("FLUSHALL");
    const task = { side: name, port: server.port, budget: "paced", waiters: 10 } as const;
    const all = await run(5, { ...task, warmMs: 2_500, runMs: 8_000 });
    const waits = all.flatMap(({ waitsMs }) => waitsMs).toSorted((a, b) => a - b);
    const grants = all.map((one) => one.grants);
    const sum = grants.reduce((total, one) => total + one, 0);
    const squares = grants.reduce((total, one) => total + one * one, 0);
    const commands = all.reduce((total, one) => total + one.commands, 0);
    seen.push({
      name,
      p99Ms: waits[Math.floor(waits.length * 0.99)] ?? NaN,
      jain: (sum * sum) / (grants.length * squares),
      perCall: commands / sum,
    });
  }
  return seen;
}

/** headgate alone: the others know no windows of an exchange. */
export async function utilisation(
  server: RedisServer,
): Promise<Readonly<{ used: { headgate: number }; refused: { headgate: number } }>> {
  await server.command("FLUSHALL");
  const { max, windowMs } = planned;
  const model = fixedWindow({ max, windowMs, starts: "aligned" });
  const counted = new Map<number, number>();
  let refused = 0;
  const answer = (): Told["report"] => {
    const serverMs = Date.now();
    const { accepted, used } = model.offer("maker", 1, serverMs);
    const stamp = { serverMs, stepMs: 1 };
    if (!accepted) {
      refused += 1;
      return { refused: { as: "quota" }, stamp };
    }
    const window = Math.floor(serverMs / windowMs);
    counted.set(window, (counted.get(window) ?? 0) + 1);
    return { used, stamp };
  };
  const task = { side: "headgate", port: server.port, budget: "windows", waiters: 24 } as const;
  const warmMs = 2 * windowMs;
  await run(8, { ...task, warmMs, runMs: 4 * windowMs, delayMs: 40 }, answer);
  // The first ones were learned in, and the last one was not whole.
  const whole = [...counted.values()].slice(2, -1);
  const sum = whole.reduce((total, one) => total + one, 0);
  return {
    used: { headgate: sum / (whole.length * planned.planned) },
    refused: { headgate: refused },
  };
}

/** All begin together; `answer` is the exchange. */
async function run(
  count: number,
  task: Task,
  answer: () => Told["report"] = () => ({}),
): Promise<readonly Done[]> {
  const children = Array.from({ length: count }, () =>
    fork(fileURLToPath(new URL("redis-worker.js", import.meta.url)), [JSON.stringify(task)], {
      execArgv: [],
    }),
  );
  try {
    const ready = children.map((child) => first(child, (said) => "ready" in said));
    await Promise.all(ready);
    const done = children.map((child) => first(child, (said) => "done" in said));
    for (const child of children) {
      child.on("message", (said: FromWorker) => {
        if ("ask" in said) child.send({ ask: said.ask, report: answer() } satisfies Told);
      });
      child.send("go");
    }
    const all = await Promise.all(done);
    return all.flatMap((said) => ("done" in said ? [said.done] : []));
  } finally {
    for (const child of children) child.kill();
  }
}

function first(child: ChildProcess, wanted: (said: FromWorker) => boolean): Promise<FromWorker> {
  return new Promise((resolve, reject) => {
    child.on("message", (said: FromWorker) => {
      if (wanted(said)) resolve(said);
    });
    child.once("exit", () => reject(new Error("A process of the Redis rows ended.")));
  });
}
