/** The same bot through headgate: a client, and nothing about limits. */
import { createClient } from "../client/client.ts";
import type { Client } from "../client/callers.ts";
import { HeadgateError } from "../errors.ts";
import type { WorkloadCall } from "../emulator/workload.ts";
import { MemoryLedger } from "../ledger/memory-ledger.ts";
import type { Venue } from "../venue/venue.ts";
import type { Bot, BotSite } from "./demo-run.ts";

export function headgateBot({ workload, origin, clock }: BotSite): Bot {
  const client = createClient(workload.venue, {
    origin,
    accounts: workload.accounts,
    limits: workload.limits,
    // Buckets of its own, as if in a process of its own.
    ledger: new MemoryLedger({ clock }),
    clock,
  });
  return {
    name: "headgate",
    async send(call, signal) {
      try {
        await sendThrough(client, call, signal);
        return true;
      } catch (error) {
        if (signal.aborted || !HeadgateError.is(error)) throw error;
        return false;
      }
    },
    levels: () => client.gate.levels(),
    close: () => client.close(),
  };
}

/** Makes one call of a workload; returns its weight. */
export async function sendThrough(
  client: Client<Venue>,
  { endpoint, account, params, priority }: WorkloadCall,
  signal: AbortSignal,
): Promise<number> {
  const desk = account === undefined ? client : client.as(account);
  const method = desk[endpoint];
  if (method === undefined) throw new TypeError(`No endpoint is called "${endpoint}".`);
  const options = { signal, ...(priority === undefined ? {} : { priority }) };
  const { cost } = await method(params, options).withResponse();
  return cost;
}
