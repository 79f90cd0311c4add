/** What a method of a client returns: the body, and on demand what came with it. */
import type { Item } from "../venue/endpoint.ts";
import { headersOf } from "./headers.ts";
import type { AnyHeaders } from "./headers.ts";

/** An answer with everything around it. */
export type FullAnswer<Body> = Readonly<{
  data: Body;
  status: number;
  headers: Headers;
  /** What it took from the endpoint's limits, all together, in their units. */
  cost: number;
  /** Time in line and in pauses, over all attempts, ms. */
  waitedMs: number;
  attempts: number;
  /** Of a batch: what became of each of its items. */
  items?: readonly Item[];
}>;

export type Call<Body> = Promise<Body> & {
  /** The same answer with its status, headers, cost and waits. */
  withResponse(): Promise<FullAnswer<Body>>;
};

/** The same with its headers as they came: few ask for them, and an object of the platform is dear. */
export type Answered<Body> = Omit<FullAnswer<Body>, "headers"> & Readonly<{ headers: AnyHeaders }>;

/** A rejection is seen once: by whoever holds the call, or by whoever asked for the full answer. */
export function callOf<Body>(answer: Promise<Answered<Body>>): Call<Body> {
  const body = answer.then(bodyOf);
  return Object.assign(body, {
    withResponse: () => {
      body.catch(() => {});
      // A promise of its own, so that one that nobody handles is still reported.
      return answer.then((full) => ({ ...full, headers: headersOf(full.headers) }));
    },
  });
}

function bodyOf<Body>({ data }: Answered<Body>): Body {
  return data;
}
