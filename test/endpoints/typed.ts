/** Calls each typed endpoint of a venue once: does its server side answer in the declared shapes? */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { emulate } from "headgate/emulator";
import { isTyped, serverAccounts } from "../venues/proof.ts";
import type { Proof } from "../venues/proof.ts";

type Method = (params: object) => Promise<unknown>;

/** The names of those that fail, or answer in another shape, or that nobody called. */
export async function misfits(
  { venue, serverSide, accounts = {} }: Proof,
  calls: Readonly<Record<string, object>>,
): Promise<readonly string[]> {
  const clock = new VirtualClock({ wallMs: Date.UTC(2026, 10, 1) });
  const server = serverSide({ accounts: serverAccounts(accounts) });
  const client = createClient(venue, {
    accounts,
    clock,
    ledger: new MemoryLedger({ clock }),
    transport: emulate(server, { clock }),
  }).as(Object.keys(accounts)[0] ?? "");
  const endpoints = Object.entries(venue.endpoints);
  const wrong: string[] = [];
  for (const [endpoint, declared] of endpoints) {
    const params = calls[endpoint];
    if (params === undefined && isTyped(declared)) wrong.push(`${endpoint}: not called`);
    if (params === undefined) continue;
    const method: unknown = Reflect.get(client, endpoint);
    if (!isMethod(method)) throw new TypeError(`There is no endpoint "${endpoint}".`);
    const answer = await clock.run(method(params).catch((error: unknown) => error));
    const { error } = declared.answer.safeParse(answer);
    if (error !== undefined) wrong.push(`${endpoint}: ${String(answer)} ${error.message}`);
  }
  return wrong;
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}
