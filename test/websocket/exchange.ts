/**
 * An exchange's socket side on loopback: real frames over a real connection, counted in virtual time by the
 * emulator's own models. A message is acknowledged, dropped without a word, or ends the connection with 1008.
 *
 *     socket -> frame -> exchange decides -> acknowledgement, silence or close
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { VirtualClock } from "headgate";
import { WebSocket, WebSocketServer } from "ws";
import type { RawData } from "ws";
import { z } from "zod";

const messageShape = z.object({ id: z.number(), method: z.string() });

type Message = z.infer<typeof messageShape>;

export type Answers = "acknowledge" | "drop" | "close";

/** What the exchange saw, and when, in virtual time. */
export type SeenMessage = Message & Readonly<{ connection: number; atMs: number }>;

export type Rules = Readonly<{
  /** Whether another connection is let in. @default always */
  accepts?: (nowMs: number) => boolean;
  answers?: (message: SeenMessage) => Answers;
}>;

export class SocketExchange {
  readonly messages: SeenMessage[] = [];
  readonly attemptsMs: number[] = [];
  /** How many connections it has ended because of too many messages. */
  closed = 0;
  readonly #clock: VirtualClock;
  readonly #rules: Rules;
  readonly #server: WebSocketServer;
  /** Frames, connections and closes that are on their way. */
  #inTransit = 0;
  #connections = 0;

  private constructor(clock: VirtualClock, rules: Rules) {
    this.#clock = clock;
    this.#rules = rules;
    this.#server = new WebSocketServer({
      host: "127.0.0.1",
      port: 0,
      verifyClient: (_, decide) => decide(this.#accept(), 429),
    });
    this.#server.on("connection", (socket) => this.#serve(socket));
  }

  static async open(clock: VirtualClock, rules: Rules = {}): Promise<SocketExchange> {
    const exchange = new SocketExchange(clock, rules);
    await once(exchange.#server, "listening");
    return exchange;
  }

  /** Connects, or rejects where the exchange lets nobody in. */
  connect(): Promise<Socket> {
    const address = this.#server.address();
    if (!isAddress(address)) throw new Error("The exchange listens nowhere.");
    const socket = new WebSocket(`ws://127.0.0.1:${address.port}`);
    this.#inTransit += 1;
    return new Promise((resolve, reject) => {
      socket.once("open", () => {
        this.#inTransit -= 1;
        resolve(new Socket(socket, (frames) => void (this.#inTransit += frames)));
      });
      socket.once("error", (error) => {
        this.#inTransit -= 1;
        reject(error);
      });
    });
  }

  /** Ends all connections, as an exchange does once a day. */
  hangUp(): void {
    for (const socket of this.#server.clients) this.#close(socket, 1001);
  }

  /** Moves on in small steps, each only when nothing is on its way any more, until the promise settles. */
  async run<T>(promise: Promise<T>, stepMs = 5): Promise<T> {
    let done = false;
    const finish = (): void => void (done = true);
    promise.then(finish, finish);
    await this.#quiet();
    while (!done) {
      await this.#clock.advance(stepMs);
      await this.#quiet();
    }
    return promise;
  }

  async shut(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #quiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#inTransit > 0);
  }

  #accept(): boolean {
    const nowMs = this.#clock.nowMs();
    this.attemptsMs.push(nowMs);
    return this.#rules.accepts?.(nowMs) ?? true;
  }

  #serve(socket: WebSocket): void {
    this.#connections += 1;
    const connection = this.#connections;
    socket.on("message", (frame) => {
      this.#inTransit -= 1;
      if (socket.readyState !== WebSocket.OPEN) return;
      const message = messageShape.parse(JSON.parse(textOf(frame)));
      const seen = { ...message, connection, atMs: this.#clock.nowMs() };
      this.messages.push(seen);
      this.#answer(socket, seen);
    });
  }

  #answer(socket: WebSocket, message: SeenMessage): void {
    switch (this.#rules.answers?.(message) ?? "acknowledge") {
      case "acknowledge":
        this.#inTransit += 1;
        return socket.send(JSON.stringify({ id: message.id }));
      case "drop":
        return;
      case "close":
        this.closed += 1;
        return this.#close(socket, 1008);
    }
  }

  #close(socket: WebSocket, code: number): void {
    this.#inTransit += 1;
    socket.close(code);
  }
}

/** The caller's end of a connection. */
export class Socket {
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #inTransit: (frames: number) => void;
  readonly #unanswered = new Map<number, (acknowledged: boolean) => void>();
  #sent = 0;

  constructor(socket: WebSocket, inTransit: (frames: number) => void) {
    this.#socket = socket;
    this.#inTransit = inTransit;
    socket.on("message", (frame) => {
      inTransit(-1);
      const { id } = z.object({ id: z.number() }).parse(JSON.parse(textOf(frame)));
      this.#settle(id, true);
    });
    this.closed = new Promise((resolve) => {
      socket.once("close", (code) => {
        inTransit(-1);
        for (const id of this.#unanswered.keys()) this.#settle(id, false);
        resolve(code);
      });
    });
  }

  /** Sends one message; true when it is acknowledged, false when it cannot be any more or the time is over. */
  request(method: string, overdue?: Promise<void>): Promise<boolean> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve(false);
    this.#sent += 1;
    const id = this.#sent;
    this.#inTransit(1);
    this.#socket.send(JSON.stringify({ id, method }));
    return new Promise((resolve) => {
      this.#unanswered.set(id, resolve);
      void overdue?.then(() => this.#settle(id, false));
    });
  }

  #settle(id: number, acknowledged: boolean): void {
    this.#unanswered.get(id)?.(acknowledged);
    this.#unanswered.delete(id);
  }
}

/** The most that lies in any `windowMs`. */
export function mostInAny(windowMs: number, instantsMs: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [index, atMs] of instantsMs.entries()) {
    while ((instantsMs[first] ?? atMs) <= atMs - windowMs) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

function textOf(frame: RawData): string {
  if (Buffer.isBuffer(frame)) return frame.toString("utf8");
  throw new TypeError("A frame came in another shape than sockets are set to.");
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
