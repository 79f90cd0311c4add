/**
 * A real Redis or Valkey server on loopback, for as long as a test needs it: without persistence, in a
 * directory of its own, on a port below those that the system hands out.
 *
 *     await using server = await startRedis();
 *
 * Nothing stays behind: leaving the block stops it, and a guard stops it where this process ends in any
 * other way.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { accessSync, constants, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";

export type RedisOptions = Readonly<{
  kind?: "standalone" | "cluster" | "sentinel";
  /** Lines of its configuration file. */
  settings?: readonly string[];
}>;

const host = "127.0.0.1";
const ports = { from: 20_000, to: 30_000 };

/**
 * Reads which process to end, and ends it when the pipe closes: on purpose, or with this process, however
 * that ends.
 */
const guarding =
  'while read -r line; do pid=$line; done; [ -z "$pid" ] || kill -KILL "$pid"; rm -rf "$1"';

const started = /Ready to accept connections|\+monitor master/u;

/** The server's program: the one that REDIS_SERVER names, or the first in PATH; `undefined` where it has none. */
export function redisProgram(): string | undefined {
  const named = process.env["REDIS_SERVER"];
  if (named !== undefined) return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return ["redis-server", "valkey-server"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isProgram);
}

export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  // Somebody may have the port already: then it is another one.
  for (let tries = 0; tries < 20; tries += 1) {
    const server = new RedisServer(options);
    if (await server.start()) return server;
    await server[Symbol.asyncDispose]();
  }
  throw new Error(`Redis finds no free port from ${ports.from} to ${ports.to}.`);
}

/** A replica of the Redis at that port, which has caught up. */
export async function startReplica(master: Readonly<{ port: number }>): Promise<RedisServer> {
  const replica = await startRedis({ settings: [`replicaof ${host} ${master.port}`] });
  await replica.logged(/(?:MASTER|PRIMARY) <-> REPLICA sync: Finished with success/u);
  return replica;
}

/** A sentinel that knows the master by the name of "main". */
export function startSentinel(master: RedisServer): Promise<RedisServer> {
  const settings = [`sentinel monitor main ${host} ${master.port} 1`];
  return startRedis({ kind: "sentinel", settings });
}

export class RedisServer implements AsyncDisposable {
  readonly host = host;
  /** Even; the next one is for the bus of a cluster. */
  readonly port = ports.from + 2 * Math.floor((Math.random() * (ports.to - ports.from)) / 2);
  readonly url = `redis://${host}:${this.port}`;
  readonly #folder = mkdtempSync(join(tmpdir(), "headgate-redis-"));
  readonly #guard = spawn("sh", ["-c", guarding, "sh", this.#folder], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  readonly #options: RedisOptions;
  #running: Running | undefined;

  constructor(options: RedisOptions) {
    this.#options = options;
    writeFileSync(join(this.#folder, "server.conf"), this.#configuration().join("\n"));
  }

  /** False where the port is not free. */
  async start(): Promise<boolean> {
    const program = redisProgram();
    if (program === undefined) throw new Error("No redis-server or valkey-server is in PATH.");
    const sentinel = this.#options.kind === "sentinel" ? ["--sentinel"] : [];
    const running = new Running(program, [join(this.#folder, "server.conf"), ...sentinel]);
    this.#guard.stdin.write(`${running.child.pid}\n`);
    this.#running = running;
    try {
      await running.logged(started);
      return true;
    } catch (error) {
      if (running.lines.some((line) => line.includes("Address already in use"))) return false;
      throw error;
    }
  }

  /** One command, on a connection of its own. */
  async command(name: string, ...args: readonly (string | number)[]): Promise<unknown> {
    const client = new Redis({ host, port: this.port, retryStrategy: () => null });
    try {
      return await client.call(name, [...args]);
    } finally {
      client.disconnect();
    }
  }

  /** Resolves once its log has such a line, from this start or later; rejects where it ends before. */
  async logged(line: RegExp): Promise<void> {
    await this.#running?.logged(line);
  }

  /** SIGKILL; resolves once it is gone. */
  async kill(): Promise<void> {
    await this.#running?.kill();
    this.#guard.stdin.write("\n");
  }

  /** SIGSTOP: its connections stay open, and nothing answers. */
  pause(): void {
    this.#running?.child.kill("SIGSTOP");
  }

  resume(): void {
    this.#running?.child.kill("SIGCONT");
  }

  /** On the same port, with nothing in it. Kills it where it still runs. */
  async restart(): Promise<void> {
    await this.kill();
    if (!(await this.start())) throw new Error(`Port ${this.port} was taken meanwhile.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    const gone = once(this.#guard, "close");
    this.#guard.stdin.end();
    await gone;
  }

  #configuration(): readonly string[] {
    const { kind, settings = [] } = this.#options;
    const address = [`bind ${host}`, `port ${this.port}`];
    const disk = [`dir ${this.#folder}`, "save ''", "repl-diskless-sync-delay 0"];
    const cluster = ["cluster-enabled yes", `cluster-port ${this.port + 1}`];
    return [...address, ...disk, ...(kind === "cluster" ? cluster : []), ...settings];
  }
}

/** One run of the program, and what it has said. */
class Running {
  readonly lines: string[] = [];
  readonly child: ChildProcess;
  readonly #gone: Promise<unknown>;
  readonly #said = new EventEmitter().setMaxListeners(0);
  #over = false;

  constructor(program: string, args: readonly string[]) {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    this.#gone = once(child, "close").finally(() => {
      this.#over = true;
      this.#said.emit("more");
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      this.lines.push(line);
      this.#said.emit("more");
    });
  }

  async logged(line: RegExp): Promise<void> {
    while (!this.lines.some((each) => line.test(each))) {
      if (this.#over) {
        throw new Error(`Redis ended without saying ${line.source}:\n${this.lines.join("\n")}`);
      }
      await once(this.#said, "more");
    }
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.#gone;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
