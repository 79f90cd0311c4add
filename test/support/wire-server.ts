/** An HTTP server on loopback that answers in every way in which a server can, by the path it is asked for. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

export type WireServer = Readonly<{
  origin: string;
  /** The paths that were asked for, in order. */
  asked: readonly string[];
  /** How many connections were made so far. */
  connections(): number;
  /** How many are open. */
  open(): number;
  close(): Promise<void>;
}>;

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Longer than its bytes by far. */
export const bombBytes = 2 * 1_024 * 1_024;

export const plainText = JSON.stringify({ name: "Zürich 東京", padding: "x".repeat(2_000) });

const answers: Readonly<Record<string, Answering>> = {
  "/echo": ({ method, headers }, response, body) => {
    response.setHeader("Set-Cookie", ["a=1; Path=/", "b=2; Path=/"]);
    response.setHeader("X-Used", "17");
    response.end(JSON.stringify({ method, headers, body }));
  },
  "/plain": (_, response) => response.end(plainText),
  "/gzip": (_, response) => {
    response.setHeader("Content-Encoding", "gzip").end(gzipSync(plainText));
  },
  "/br": (_, response) => {
    response.setHeader("Content-Encoding", "br").end(brotliCompressSync(plainText));
  },
  "/spoiled-gzip": (_, response) => {
    response.setHeader("Content-Encoding", "gzip").end("This is no gzip at all.");
  },
  "/bomb/gzip": (_, response) => {
    response.setHeader("Content-Encoding", "gzip").end(gzipSync(Buffer.alloc(bombBytes)));
  },
  "/bomb/br": (_, response) => {
    response.setHeader("Content-Encoding", "br").end(brotliCompressSync(Buffer.alloc(bombBytes)));
  },
  "/nothing": (_, response) => void response.writeHead(204).end(),
  "/redirect": (_, response) => void response.writeHead(302, { Location: "/plain" }).end(),
  "/hang": () => {},
  "/hang-after-headers": (_, response) => response.flushHeaders(),
  "/hang-within-body": (_, response) => response.write('{"half":'),
  "/fault": (_, response) => void response.writeHead(503, { "Retry-After": "7" }).end("busy"),
};

export async function startWireServer(): Promise<WireServer> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    asked.push(pathname);
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => void (body += chunk));
    request.on("end", () => answers[pathname]?.(request, response, body));
  });
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    connections: () => connections,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
