/**
 * The default transport: undici, without the stream that `undici.request` makes of each answer, since an
 * answer is read whole anyway.
 */
import { Agent } from "undici";
import type { Dispatcher } from "undici";
import { AnswerTooLargeError } from "../errors.ts";
import type { Carried, Carrier } from "./carrier.ts";
import { Flight } from "./flights.ts";
import { RawHeaders } from "./headers.ts";
import { TransportError, defaultMaxAnswerBytes } from "./transport.ts";
import type { Transport } from "./transport.ts";
import { acceptedEncodings, unpacked } from "./unpack.ts";

/** One pool of connections for the process: exchanges count connections, too. */
let sharedAgent: Agent | undefined;

export const overUndici: Carrier = ({ request, maxAnswerBytes, dispatcher }, flight) =>
  new Promise((resolve, reject) => {
    const { method, url, headers, body } = request;
    const answer = new Answering({ resolve, reject, maxAnswerBytes, flight });
    flight.onGivenUp((reason) => answer.giveUp(reason));
    if (answer.ended) return;
    sharedAgent ??= new Agent();
    try {
      (dispatcher ?? sharedAgent).dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: verb(method),
          headers: Object.assign({ "accept-encoding": acceptedEncodings }, headers),
          body: body ?? null,
        },
        answer,
      );
    } catch (error) {
      answer.onError(error);
    }
  });

/** The default transport, for one's own transports to end in. */
export function undiciTransport(): Transport {
  return async ({ signal, onHeaders, dispatcher, ...request }) => {
    const { maxAnswerBytes = defaultMaxAnswerBytes } = request;
    const flight = new Flight(signal, (_, stage) => {
      if (stage === "body") onHeaders?.();
    });
    const abort = (): void => flight.giveUp(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    try {
      const carried = await overUndici({ request, maxAnswerBytes, dispatcher }, flight);
      const { status, headers, body } = carried;
      return { status, body, headers: headers instanceof RawHeaders ? headers.all() : headers };
    } finally {
      signal.removeEventListener("abort", abort);
    }
  };
}

/**
 * One answer while it comes in. These are the callbacks of undici's first form: its second one has every
 * header parsed before it is called, which costs as much as the rest of this file.
 */
class Answering {
  readonly #resolve: (answer: Carried) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #maxBytes: number;
  readonly #flight: Flight;
  #status = 0;
  #headers: readonly Buffer[] = [];
  #chunks: Buffer[] = [];
  #bytes = 0;
  #abort: ((error: Error) => void) | undefined;
  #ended = false;

  constructor(
    to: Readonly<{
      resolve: (answer: Carried) => void;
      reject: (error: TransportError) => void;
      maxAnswerBytes: number;
      flight: Flight;
    }>,
  ) {
    this.#resolve = to.resolve;
    this.#reject = to.reject;
    this.#maxBytes = to.maxAnswerBytes;
    this.#flight = to.flight;
  }

  get ended(): boolean {
    return this.#ended;
  }

  giveUp(reason: unknown): void {
    // Before the socket goes: what that reports is no news any more.
    this.onError(reason);
    this.#abort?.(new Error("The answer is not waited for."));
  }

  /** Right before the first byte is written. What was given up by then is never written. */
  onConnect(abort: (error?: Error) => void): void {
    if (this.#ended) {
      abort(new Error("The request is not wanted any more."));
      return;
    }
    this.#abort = abort;
    this.#flight.enters("headers");
  }

  onHeaders(status: number, headers: readonly Buffer[]): boolean {
    // Below 200 it is only a first word.
    if (status >= 200) {
      this.#status = status;
      this.#headers = headers;
      this.#flight.enters("body");
    }
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) this.giveUp(new AnswerTooLargeError(this.#maxBytes));
    else this.#chunks.push(chunk);
    return true;
  }

  onComplete(): void {
    const [first = noBytes] = this.#chunks;
    const whole = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first;
    const headers = new RawHeaders(this.#headers);
    const encoding = headers.get("content-encoding");
    if (encoding === undefined) {
      this.#finish(headers, whole);
      return;
    }
    // It may still be given up: what it unpacks to takes time.
    unpacked(whole, { encoding, maxBytes: this.#maxBytes }).then(
      (bytes) => this.#finish(headers, bytes),
      (error: unknown) => this.onError(error),
    );
  }

  #finish(headers: RawHeaders, bytes: Buffer): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#resolve({ status: this.#status, headers, body: textOf(bytes) });
  }

  onError(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#chunks = [];
    this.#reject(new TransportError(error, this.#abort !== undefined));
  }
}

const noBytes = Buffer.alloc(0);

/** UTF-8, without the mark that some put in front of it. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfe_ff ? text.slice(1) : text;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function verb(method: string): Dispatcher.HttpMethod {
  const known = methods.find((one) => one === method);
  if (known === undefined) throw new TypeError(`No endpoint is declared with ${method}.`);
  return known;
}
