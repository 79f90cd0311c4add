/** A transport over any `fetch`: what msw and other interceptors of it can see. */
import { AnswerTooLargeError } from "../errors.ts";
import { TransportError, defaultMaxAnswerBytes } from "./transport.ts";
import type { Transport, WireHeaders } from "./transport.ts";

/** A transport over a `fetch`; without one, over whatever `globalThis.fetch` is when it sends. */
export function fetchTransport(fetch?: typeof globalThis.fetch): Transport {
  return async ({ url, body, signal, onHeaders, ...request }) => {
    const { method, maxAnswerBytes = defaultMaxAnswerBytes } = request;
    const send = fetch ?? globalThis.fetch;
    if (signal.aborted) throw new TransportError(signal.reason, false);
    const headers = sendable(request.headers);
    try {
      const answer = await send(url, {
        method,
        headers,
        signal,
        // An exchange's API does not move; where it seems to, somebody is in between.
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      });
      onHeaders?.();
      return {
        status: answer.status,
        headers: headersOf(answer),
        body: await textOf(answer, maxAnswerBytes),
      };
    } catch (error) {
      throw new TransportError(error);
    }
  };
}

/** The error of the platform would show the value: a signature, perhaps. */
function sendable(headers: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw new TransportError(new TypeError("A header holds what no header can."), false);
  }
}

function headersOf({ headers }: Response): WireHeaders {
  const cookies = headers.getSetCookie();
  // Of these alone several stay apart, and as entries the last would be left.
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) };
}

async function textOf({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop gives the rest up.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AnswerTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
