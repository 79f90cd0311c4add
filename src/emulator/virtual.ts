/**
 * A server side without sockets: a function that takes a request and answers it in virtual time. A whole
 * client runs against it deterministically, and an hour of traffic takes as long as its arithmetic.
 */
import { addressHeader } from "./emulator.ts";
import type { ServerAnswer, ServerRequest, ServerSide } from "./emulator.ts";
import type { Spoiled } from "./faults.ts";
import { statedLength } from "./spoiled.ts";
import { layWire } from "./wire.ts";
import type { WireOptions } from "./wire.ts";

/** A request as a client's transport takes it. */
export type WireRequest = Readonly<{
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  signal?: AbortSignal;
}>;

/** An answer as a client's transport gives it; header names in lower case. */
export type WireAnswer = Readonly<{
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}>;

/** The socket died before an answer came; code and name are those of undici. */
export class ConnectionLostError extends Error {
  override readonly name = "SocketError";
  readonly code = "UND_ERR_SOCKET";

  constructor() {
    super("other side closed");
  }
}

/**
 * Makes a transport that ends in a server side. Give it the clock that the client runs on.
 *
 * Requests come from 127.0.0.1, or from the address in the header `x-emulator-ip`. A request that hangs
 * is pending until its signal aborts. An abort ends the wait, not the request: what is on the wire still
 * arrives and is counted.
 *
 * @throws {RangeError} If an option is not usable.
 */
export function emulate(
  serverSide: ServerSide,
  options: WireOptions = {},
): (request: WireRequest) => Promise<WireAnswer> {
  const deliver = layWire(serverSide, options);
  const send = async (request: WireRequest): Promise<WireAnswer> => {
    const delivery = await deliver(arrived(request));
    if (delivery === "dropped") throw new ConnectionLostError();
    if (delivery === "hung") return new Promise(() => {});
    return "by" in delivery ? spoiled(delivery) : received(delivery);
  };
  return (request) => abortable(request.signal, () => send(request));
}

/** What a client's HTTP library makes of an answer that was spoiled on its way. */
function spoiled({ answer, by }: Spoiled): WireAnswer | Promise<WireAnswer> {
  switch (by) {
    case "reset":
    case "truncated":
    case "huge-headers":
      throw new ConnectionLostError();
    case "stall":
      return new Promise(() => {});
    case "wrong-length":
      return received({ ...answer, body: answer.body.slice(0, statedLength(answer)) });
    case "slow-body":
      return received(answer);
    case "duplicate-headers": {
      const { headers, ...rest } = received(answer);
      const twice = Object.entries(headers).map(([name, value]) => [name, [value, value].flat()]);
      return { ...rest, headers: Object.fromEntries(twice) };
    }
  }
}

function received({ status, headers, body }: ServerAnswer): WireAnswer {
  return { status, headers: lowerCased(headers), body };
}

/** Rejects with the signal's reason as soon as it aborts; what was started runs on unheard. */
function abortable<T>(signal: AbortSignal | undefined, start: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason);
    if (signal?.aborted === true) return abort();
    signal?.addEventListener("abort", abort, { once: true });
    start()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", abort));
  });
}

function arrived(request: WireRequest): ServerRequest {
  const headers = lowerCased(request.headers);
  return {
    method: request.method,
    host: request.url.host,
    path: request.url.pathname,
    query: request.url.search.slice(1),
    headers,
    body: request.body ?? "",
    ip: headers[addressHeader] ?? "127.0.0.1",
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
