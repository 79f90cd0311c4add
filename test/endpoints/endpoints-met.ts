/** Calls of a venue's endpoints met by its own server side: what comes back, and whether it is as declared. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { emulate, seededRandom } from "headgate/emulator";
import type { Proof } from "../venues/proof.ts";

type Calls = Readonly<Record<string, object>>;

type Method = ((params: object) => Promise<unknown>) &
  Readonly<{ estimate(params: object): Readonly<{ cost: Readonly<Record<string, number>> }> }>;

function bench({ venue, serverSide, accounts = {} }: Proof) {
  const clock = new VirtualClock({ wallMs: Date.UTC(2026, 10, 1) });
  const known = Object.entries(accounts).map(([name, { apiKey, secret }]) => {
    return [apiKey, { name, secret: typeof secret === "string" ? secret : "" }] as const;
  });
  const server = serverSide({ accounts: Object.fromEntries(known) });
  const client = createClient(venue, {
    accounts,
    clock,
    ledger: new MemoryLedger({ clock, random: seededRandom(1) }),
    transport: emulate(server, { clock, latencyMs: 20 }),
    maxAttempts: 1,
  });
  const [first] = Object.keys(accounts);
  const as = first === undefined ? client : client.as(first);
  return { clock, methodOf: (name: string) => Reflect.get(as, name) as Method };
}

/** The endpoints whose server does not answer as they are declared, with what is wrong. */
export async function notAsDeclared(proof: Proof, calls: Calls): Promise<readonly string[]> {
  const { clock, methodOf } = bench(proof);
  const wrong: string[] = [];
  for (const [name, params] of Object.entries(calls)) {
    const answer = await clock.run(methodOf(name)(params).catch((error: unknown) => error));
    const parsed = proof.venue.endpoints[name]?.answer.safeParse(answer);
    if (answer instanceof Error) wrong.push(`${name}: ${answer.message}`);
    else if (parsed?.success !== true) wrong.push(`${name}: ${parsed?.error.message}`);
  }
  return wrong;
}

/** What a call takes, by limit. */
export function costOf(
  proof: Proof,
  name: string,
  params: object,
): Readonly<Record<string, number>> {
  return bench(proof).methodOf(name).estimate(params).cost;
}
