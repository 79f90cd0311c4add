/** Proxies on loopback: what an egress goes out through, as it stands in a data centre. */
import { createServer as createHttpServer } from "node:http";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

export type Proxy = Readonly<{
  port: number;
  /** Where it was asked to connect to. */
  asked: readonly string[];
  close(): Promise<void>;
}>;

/** An HTTP proxy that tunnels by CONNECT. */
export async function startHttpProxy(): Promise<Proxy> {
  const asked: string[] = [];
  const server = createHttpServer();
  server.on("connect", ({ url = "" }, client: Socket) => {
    asked.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    tunnel(client, { host: hostname, port: Number(port) }, "HTTP/1.1 200 Connected\r\n\r\n");
  });
  return listening(server, asked);
}

/** A SOCKS proxy (RFC 1928) that wants no login and knows IPv4 addresses. */
export async function startSocksProxy(): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((client) => {
    client.once("data", () => {
      client.write(Uint8Array.of(5, 0));
      client.once("data", (request) => {
        const host = [...request.subarray(4, 8)].join(".");
        const port = request.readUInt16BE(8);
        asked.push(`${host}:${port}`);
        tunnel(client, { host, port }, Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
      });
    });
  });
  return listening(server, asked);
}

function tunnel(
  client: Socket,
  to: Readonly<{ host: string; port: number }>,
  hello: string | Uint8Array,
): void {
  const server = connect(to, () => {
    client.write(hello);
    server.pipe(client);
    client.pipe(server);
  });
  // Who is cut off on one side is cut off on the other.
  server.on("error", () => client.destroy());
  client.on("error", () => server.destroy());
  server.on("close", () => client.destroy());
  client.on("close", () => server.destroy());
}

async function listening(server: Server, asked: readonly string[]): Promise<Proxy> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, asked, close };
}
