/** A transport over any `fetch`: what msw and other interceptors of it can see. */
import { AnswerTooLargeError } from "../errors.ts";
import { TransportError, defaultMaxAnswerBytes } from "./transport.ts";
import type { Transport } from "./transport.ts";

/** A transport over a `fetch`; without one, over whatever `globalThis.fetch` is when it sends. */
export function fetchTransport(fetch?: typeof globalThis.fetch): Transport {
  return async ({ method, url, headers, body, signal, maxAnswerBytes = defaultMaxAnswerBytes }) => {
    const send = fetch ?? globalThis.fetch;
    try {
      const answer = await send(url, {
        method,
        headers,
        signal,
        // An exchange's API does not move; where it seems to, somebody is in between.
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await textOf(answer, maxAnswerBytes),
      };
    } catch (error) {
      throw new TransportError(error);
    }
  };
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
