/** A store's connection over a client of ioredis or iovalkey: standalone, Sentinel or Cluster. */
import type { Connection } from "./store.ts";

/** As much of the client as is used here. */
type Ioredis = Readonly<{
  /** "wait" is a lazy client, which connects with its first command. */
  status: string;
  isCluster?: boolean;
  evalsha: Evaluate;
  eval: Evaluate;
  /** The options come first, but for a cluster, where its nodes do. */
  duplicate(...overrides: readonly object[]): Duplicate;
}>;

type Evaluate = (script: string, keys: number, ...rest: (string | number)[]) => Promise<unknown>;

type Duplicate = Readonly<{
  on(event: string, listener: (channel: string, message: string) => void): unknown;
  subscribe(channel: string): Promise<unknown>;
  disconnect(): void;
}>;

const methods = ["evalsha", "eval", "duplicate"];

export function isIoredis(client: unknown): client is Ioredis {
  return (
    typeof client === "object" &&
    client !== null &&
    typeof Reflect.get(client, "status") === "string" &&
    methods.every((name) => typeof Reflect.get(client, name) === "function")
  );
}

export function overIoredis(client: Ioredis): Connection {
  return {
    ready: () => client.status === "ready" || client.status === "wait",

    evaluate: ({ by, text }, keys, args) =>
      by === "sha"
        ? client.evalsha(text, keys.length, ...keys, ...args)
        : client.eval(text, keys.length, ...keys, ...args),

    async subscribe(channel, hear, signal) {
      // It has no connection yet, so its first command has to wait for one.
      const options = { enableOfflineQueue: true, autoResubscribe: true };
      const own =
        client.isCluster === true ? client.duplicate([], options) : client.duplicate(options);
      // It connects again by itself, and whether Redis answers is seen where scripts run.
      own.on("error", () => {});
      own.on("message", (from, message) => {
        if (from === channel) hear(message);
      });
      const leave = async (): Promise<void> => own.disconnect();
      signal?.addEventListener("abort", () => void leave(), { once: true });
      try {
        await own.subscribe(channel);
      } catch (error) {
        await leave();
        throw error;
      }
      return leave;
    },
  };
}
