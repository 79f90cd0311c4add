/**
 * A server side on a real loopback socket, for everything that needs real HTTP: the transport, keep-alive,
 * several processes, clients in other languages.
 *
 *     socket -> body read whole -> wire.ts -> status, headers, body | socket destroyed | silence
 */
import { setMaxListeners } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { addressHeader } from "./emulator.ts";
import type { ServerRequest, ServerSide } from "./emulator.ts";
import type { Delivery } from "./faults.ts";
import { PortInUseError } from "./port-in-use.ts";
import { writeSpoiled } from "./spoiled.ts";
import { layWire } from "./wire.ts";
import type { Deliver, WireOptions } from "./wire.ts";

/** Where it listens, and what lies on the way there. */
export type EmulatorOptions = WireOptions &
  Readonly<{
    /** 0 takes any that is free. @default 0 */
    port?: number;
    /** @default "127.0.0.1" */
    host?: string;
    /** The exchange's host whose requests come here; others have a port each. @default the one in `Host` */
    standsFor?: string;
  }>;

/** A running emulator. */
export type Emulator = Readonly<{
  /** `http://127.0.0.1:<port>`: what a client is given instead of the exchange's. */
  origin: string;
  port: number;
  /** Stops listening and destroys every socket, also those with a request on them. May be called twice. */
  close(): Promise<void>;
}>;

/** No exchange takes more; a longer body is answered with 413. */
const bodyMaxBytes = 1_048_576;

/** Well above what clients keep idle sockets for, so that none is closed under a request. */
const keepAliveMs = 120_000;

/**
 * Starts a server side on a loopback port.
 *
 * Requests come from their socket's address, or from the one in the header `x-emulator-ip`, which stands
 * in for another egress address.
 *
 * @throws {PortInUseError} If another program listens there.
 * @throws {RangeError} If an option is not usable.
 */
export async function startEmulator(
  serverSide: ServerSide,
  options: EmulatorOptions = {},
): Promise<Emulator> {
  const { port = 0, host = "127.0.0.1" } = options;
  const deliver = layWire(serverSide, options);
  const closing = new AbortController();
  // Every request on the wire listens.
  setMaxListeners(0, closing.signal);
  const server = createServer((request, response) => {
    // A request ends in an answer, or with its socket; there is nobody else to tell.
    const { clock = systemClock, standsFor } = options;
    const at = { deliver, closed: closing.signal, clock, standsFor };
    serve(at, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = keepAliveMs;
  const bound = await listen(server, host, port);
  let closed: Promise<void> | undefined;
  return {
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    close() {
      closing.abort();
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new PortInUseError(host, port, error) : error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

type Serving = Readonly<{
  deliver: Deliver;
  closed: AbortSignal;
  clock: Clock;
  standsFor: string | undefined;
}>;

async function serve(
  { deliver, closed, clock, standsFor }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    return answer(response, { status: 413, headers: { Connection: "close" }, body: "" }, clock);
  }
  const delivery = await deliver(arrived(request, body, standsFor), closed).catch(
    (error: unknown) => {
      if (closed.aborted) return "dropped" as const;
      // The server side itself is broken: whoever runs the test should read why.
      return {
        status: 500,
        headers: { "Content-Type": "text/plain" },
        body: `emulator: ${String(error)}`,
      };
    },
  );
  return answer(response, delivery, clock);
}

function arrived(request: IncomingMessage, body: string, standsFor?: string): ServerRequest {
  const [path = "/", ...query] = (request.url ?? "/").split("?");
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  const ip = headers[addressHeader] ?? request.socket.remoteAddress ?? "127.0.0.1";
  const { method = "GET" } = request;
  const host = standsFor ?? headers["host"] ?? "";
  return { method, host, path, query: query.join("?"), headers, body, ip };
}

async function answer(response: ServerResponse, delivery: Delivery, clock: Clock): Promise<void> {
  if (delivery === "hung") return;
  if (delivery === "dropped") return void response.destroy();
  // `Date` is the emulated server's, and Node's would be this machine's.
  response.sendDate = false;
  if ("by" in delivery) return writeSpoiled(response, delivery, clock);
  response.statusCode = delivery.status;
  for (const [name, value] of Object.entries(delivery.headers)) response.setHeader(name, value);
  response.end(delivery.body);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // The socket outlives a body that is too long: it still has to carry the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    // Without an encoding, a request's chunks are buffers; the stream's type does not know.
    const buffer: Buffer = chunk;
    bytes += buffer.length;
    if (bytes > bodyMaxBytes) return undefined;
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
