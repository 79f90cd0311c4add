/**
 * What a caller's own feed looks like over the bare gate: headgate paces connection attempts and messages;
 * acknowledgements, re-subscription and when to reconnect are the feed's.
 *
 *     attempt -> connected -> subscribe each topic -> restored -> closed -> attempt ...
 */
import type { Gate } from "headgate";
import type { Socket, SocketExchange } from "./exchange.ts";

export type FeedGate = Gate<"attempts" | "messages">;

/** Each connection has a budget of messages of its own. */
let connections = 0;

export class Feed {
  readonly #gate: FeedGate;
  readonly #exchange: Pick<SocketExchange, "connect">;
  readonly #topics: readonly string[];

  constructor(
    gate: FeedGate,
    exchange: Pick<SocketExchange, "connect">,
    topics: readonly string[],
  ) {
    this.#gate = gate;
    this.#exchange = exchange;
    this.#topics = topics;
  }

  /** Connects until all topics are subscribed: a connection that ends before is a refused attempt. */
  async restore(): Promise<Socket> {
    const attempt = this.#gate.price({ attempts: 1 }, { ip: "default" });
    for (;;) {
      const permit = await this.#gate.acquire(attempt);
      const socket = await this.#exchange.connect().catch(() => undefined);
      if (socket !== undefined && (await this.#subscribe(socket))) {
        permit.settle();
        return socket;
      }
      permit.settle({ attempts: { refused: { as: "quota" } } });
    }
  }

  async #subscribe(socket: Socket): Promise<boolean> {
    connections += 1;
    const message = this.#gate.price({ messages: 1 }, { connection: String(connections) });
    for (const topic of this.#topics) {
      const permit = await this.#gate.acquire(message);
      const acknowledged = await socket.request(`subscribe ${topic}`);
      if (!acknowledged) {
        permit.lose();
        return false;
      }
      permit.settle();
    }
    return true;
  }
}
