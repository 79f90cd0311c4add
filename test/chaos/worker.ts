/**
 * One of the processes that share the limits: calls as fast as its gate lets it, and tells what it hears of
 * the ledger. Started by `workers.ts`.
 */
import { Agent, get } from "node:http";
import { createGate, systemClock } from "headgate";
import type { Clock, Report } from "headgate";
import { redisLedger } from "headgate/redis";
import { Cluster, Redis } from "ioredis";
import { z } from "zod";

const order = z
  .object({
    origin: z.string(),
    ports: z.array(z.number()),
    isCluster: z.boolean(),
    timeoutMs: z.number(),
    processes: z.number(),
    wallAheadMs: z.number(),
    limit: z.object({ max: z.number(), windowMs: z.number() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ""));

/** Waiting at each limit. */
const callers = 12;
const host = "127.0.0.1";
const jitterMs = 300;

const clock: Clock = {
  nowMs: () => systemClock.nowMs(),
  wallMs: () => systemClock.wallMs() + order.wallAheadMs,
  at: (atMs, act) => systemClock.at(atMs, act),
  sleep: (waitMs, signal) => systemClock.sleep(waitMs, signal),
};
const [port = 0] = order.ports;
const client = order.isCluster
  ? new Cluster(order.ports.map((each) => ({ host, port: each })))
  : new Redis(port, host);
client.on("error", () => {});
const { timeoutMs, processes } = order;
const ledger = redisLedger(client, { timeoutMs, processes, clock });
const { windowMs, max } = order.limit;
const common = { windowMs, max, per: ["account"], jitterMs };
const gate = createGate(
  {
    rolling: { counted: "rolling-window", ...common },
    aligned: { counted: "fixed-window", starts: "utc", ...common },
  },
  { ledger, name: "chaos", clock },
);
const tell = (name: string, event: unknown): void =>
  void process.send?.({ name, event: JSON.stringify(event), atMs: Date.now() });
for (const name of ["ledger-lost", "ledger-back", "shrink", "block", "notice"] as const) {
  gate.on(name, (event) => tell(name, event));
}
const agent = new Agent({ keepAlive: true });

async function call(name: "rolling" | "aligned"): Promise<void> {
  const permit = await gate.acquire(gate.price({ [name]: 1 }, { account: "maker" }));
  try {
    permit.settle({ [name]: await ask(`${order.origin}/${name}`) });
  } catch {
    permit.lose();
  }
}

function ask(url: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume().on("end", () => {
        const stamp = { serverMs: Number(answer.headers["x-time"]), stepMs: 1 };
        const waitMs = Number(answer.headers["retry-after"]) * 1_000;
        resolve(
          answer.statusCode === 429 ? { stamp, refused: { as: "quota", waitMs } } : { stamp },
        );
      });
    }).on("error", reject);
  });
}

async function run(name: "rolling" | "aligned"): Promise<never> {
  for (;;) await call(name);
}

process.on("message", () => {
  for (let one = 0; one < callers; one += 1) {
    void run("rolling");
    void run("aligned");
  }
});
process.on("disconnect", () => process.exit());
client.once("ready", () => tell("ready", {}));
