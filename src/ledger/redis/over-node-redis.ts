/**
 * A store's connection over a client of node-redis: standalone, Sentinel or Cluster. Before version 5 its
 * cluster sends a script to any node, whatever its keys.
 */
import type { Connection } from "./store.ts";

/** As much of the client as is used here. */
type NodeRedis = Readonly<{
  isOpen: boolean;
  /** A cluster has it since node-redis 6. */
  isReady?: boolean;
  evalSha: Evaluate;
  eval: Evaluate;
  duplicate(): Duplicate;
}>;

type Evaluate = (
  script: string,
  options: Readonly<{ keys: string[]; arguments: string[] }>,
) => Promise<unknown>;

type Duplicate = Readonly<{
  isOpen: boolean;
  on(event: "error", listener: () => void): unknown;
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  destroy(): unknown;
}>;

/** The last one is there since node-redis 5. */
const methods = ["evalSha", "eval", "duplicate", "destroy"];

export function isNodeRedis(client: unknown): client is NodeRedis {
  return (
    typeof client === "object" &&
    client !== null &&
    typeof Reflect.get(client, "isOpen") === "boolean" &&
    methods.every((name) => typeof Reflect.get(client, name) === "function")
  );
}

export function overNodeRedis(client: NodeRedis): Connection {
  return {
    ready: () => client.isReady ?? client.isOpen,

    evaluate({ by, text }, keys, args) {
      const options = { keys: [...keys], arguments: args.map(String) };
      return by === "sha" ? client.evalSha(text, options) : client.eval(text, options);
    },

    async subscribe(channel, hear, signal) {
      const own = client.duplicate();
      // It connects again by itself, and whether Redis answers is seen where scripts run.
      own.on("error", () => {});
      const leave = async (): Promise<void> => {
        if (own.isOpen) await own.destroy();
      };
      signal?.addEventListener("abort", () => void leave(), { once: true });
      try {
        await own.connect();
        await own.subscribe(channel, (message) => hear(message));
      } catch (error) {
        await leave();
        throw error;
      }
      return leave;
    },
  };
}
