/** The way to a Redis, over which a chaos run has power: it can be cut, fall silent, and lead to another one. */
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";

export type Way = AsyncDisposable &
  Readonly<{
    port: number;
    /** Connections end, and none is made. */
    cut(): void;
    /** Connections stay, and nothing comes through any more. */
    silence(): void;
    /** To there, on new connections. */
    lead(port: number): void;
  }>;

const host = "127.0.0.1";

export async function openWay(to: number): Promise<Way> {
  const sockets = new Set<Socket>();
  let target: number | undefined = to;
  const follow = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = createServer((from) => {
    follow(from);
    if (target === undefined) return void from.destroy();
    const there = connect(target, host);
    follow(there);
    from.pipe(there).pipe(from);
    from.on("close", () => there.destroy());
    there.on("close", () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut() {
      target = undefined;
      end();
    },
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    lead(port) {
      target = port;
      end();
    },
    async [Symbol.asyncDispose]() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
