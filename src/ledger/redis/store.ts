/**
 * The little that the ledger needs of a Redis client, whichever it is: a script that runs, and a channel to
 * listen to. The client is the caller's, who connects and closes it; headgate imports none.
 *
 *     run -> connected? -> EVALSHA -> NOSCRIPT? -> EVAL
 *
 * Nothing is given to a client without a connection: it would keep the command, and send it when its time is
 * over. A command that was on its way when the connection broke may all the same run late, and with ioredis
 * twice (`autoResendUnfulfilledCommands`): the script itself has to see that it is late.
 */
import { isIoredis, overIoredis } from "./over-ioredis.ts";
import { isNodeRedis, overNodeRedis } from "./over-node-redis.ts";
import { StoreError } from "./store-error.ts";

/** `sha` is the SHA-1 of `source`, in hex. */
export type Script = Readonly<{ source: string; sha: string }>;

type Argument = string | number;

export type Store = Readonly<{
  /**
   * Runs by its digest; whole, once, where the server has forgotten it. All keys are in one slot.
   *
   * @throws {StoreError} With the reason.
   */
  run(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown>;
  /**
   * Hears the messages of a channel, on a connection of its own. Resolves to the way out; until then an
   * abort gives it up.
   *
   * @throws {StoreError} If it is not allowed, or nothing is connected.
   */
  subscribe(
    channel: string,
    hear: (message: string) => void,
    signal?: AbortSignal,
  ): Promise<() => Promise<void>>;
}>;

/** What differs between the clients. */
export type Connection = Readonly<{
  ready(): boolean;
  /** Which of the two the script's text is, decides the command. */
  evaluate(
    script: Readonly<{ by: "sha" | "source"; text: string }>,
    keys: readonly string[],
    args: readonly Argument[],
  ): Promise<unknown>;
  subscribe: Store["subscribe"];
}>;

const wanted =
  "a client of ioredis 5 or 6, of iovalkey, or of redis (node-redis) 5 or 6: " +
  "standalone, Cluster, or Sentinel (from redis 6), no pool";

/**
 * @throws {TypeError} If it is no client that is known here.
 */
export function storeOf(client: unknown): Store {
  const connection = connectionOf(client);

  const whenReady = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (!connection.ready()) {
      throw new StoreError({ why: "unreachable", message: "The Redis client is not connected." });
    }
    try {
      return await act();
    } catch (error) {
      throw StoreError.from(error);
    }
  };

  return {
    async run({ sha, source }, keys, args) {
      try {
        return await whenReady(() => connection.evaluate({ by: "sha", text: sha }, keys, args));
      } catch (error) {
        if (!(error instanceof StoreError && error.code === "NOSCRIPT")) throw error;
      }
      return whenReady(() => connection.evaluate({ by: "source", text: source }, keys, args));
    },
    subscribe: (...how) => whenReady(() => connection.subscribe(...how)),
  };
}

function connectionOf(client: unknown): Connection {
  if (isIoredis(client)) return overIoredis(client);
  if (isNodeRedis(client)) return overNodeRedis(client);
  if (typeof client === "string" || client instanceof URL) {
    throw new TypeError(
      "A ledger in Redis takes a client and no URL: npm install ioredis and pass new Redis(url), " +
        "or npm install redis and pass await createClient({ url }).connect().",
    );
  }
  throw new TypeError(`A ledger in Redis needs ${wanted}.`);
}
