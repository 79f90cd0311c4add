/** The processes that share the limits. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { max, windowMs } from "./exchange.ts";

export type Order = Readonly<{
  origin: string;
  /** Of Redis; the nodes of a cluster, several. */
  ports: readonly number[];
  isCluster: boolean;
  timeoutMs: number;
  processes: number;
  /** How far its calendar is ahead. */
  wallAheadMs: number;
}>;

const word = z.object({ name: z.string(), event: z.string(), atMs: z.number() });

/** What a worker has told. */
export type Told = Readonly<{ worker: number } & z.output<typeof word>>;

export class Workers implements AsyncDisposable {
  readonly #children: readonly ChildProcess[];
  readonly told: Told[] = [];

  constructor(orders: readonly Order[]) {
    const program = new URL("worker.js", import.meta.url);
    this.#children = orders.map((order) =>
      fork(program, [JSON.stringify({ ...order, limit: { max, windowMs } })]),
    );
    for (const [worker, child] of this.#children.entries()) {
      child.on("message", (message) => this.told.push({ worker, ...word.parse(message) }));
    }
  }

  /** They call from now on. */
  async begin(): Promise<void> {
    await Promise.all(this.#children.map((child) => once(child, "message")));
    for (const child of this.#children) child.send("begin");
  }

  /** One of them ends, without a word. */
  kill(worker: number): void {
    this.#children[worker]?.kill("SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const running = this.#children.filter((child) => child.connected);
    const gone = running.map((child) => once(child, "exit"));
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(gone);
  }
}
