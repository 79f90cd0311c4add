/**
 * The bot that people write first: plain undici, and each call that is refused is sent again by itself
 * after `Retry-After`, while all others go on.
 */
import { Agent, request } from "undici";
import { outgoingOf } from "../client/wire.ts";
import type { WorkloadCall } from "../emulator/workload.ts";
import type { Endpoint } from "../venue/endpoint.ts";
import type { Outgoing } from "../venue/signing.ts";
import type { Bot, BotSite } from "./demo-run.ts";

const retries = 3;

/** What such code waits where the answer does not say how long. */
const pauseMs = 1_000;

const methods = { GET: "GET", POST: "POST", PUT: "PUT", PATCH: "PATCH", DELETE: "DELETE" } as const;

export function naiveBot({ workload, origin, clock }: BotSite): Bot {
  const { venue, accounts } = workload;
  const dispatcher = new Agent();

  async function send(call: WorkloadCall, signal: AbortSignal): Promise<boolean> {
    const endpoint = venue.endpoints[call.endpoint];
    if (endpoint === undefined) return false;
    const plain = outgoingOf(endpoint, call.params, { origin, sends: venue.sends ?? "json" });
    for (let retry = 0; ; retry += 1) {
      const { url, headers, body } = await signed(endpoint, plain, call);
      const answer = await request(url, {
        method: methods[endpoint.method],
        headers: { ...headers },
        body: body ?? null,
        signal,
        dispatcher,
      });
      await answer.body.text();
      const limited = answer.statusCode === 429 || answer.statusCode === 418;
      if (!limited || retry === retries) return answer.statusCode < 400;
      const seconds = Number(answer.headers["retry-after"]);
      await clock.sleep(seconds > 0 ? 1_000 * seconds : pauseMs, signal);
    }
  }

  async function signed(
    { auth }: Endpoint,
    plain: Outgoing,
    call: WorkloadCall,
  ): Promise<Outgoing> {
    const account = call.account === undefined ? undefined : accounts[call.account];
    if (account === undefined || venue.sign === undefined || auth === "none") return plain;
    return venue.sign({ ...plain, auth }, account, clock.wallMs());
  }

  return {
    name: "plain undici",
    send: (call, signal) =>
      send(call, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return false;
      }),
    levels: () => [],
    close: () => dispatcher.destroy(),
  };
}
