/** What calls of a venue's endpoints take. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { emulate, seededRandom } from "headgate/emulator";
import type { Proof } from "../venues/proof.ts";

type Method = Readonly<{
  estimate(params: object): Readonly<{ cost: Readonly<Record<string, number>> }>;
}>;

function methodOf({ venue, serverSide, accounts = {} }: Proof) {
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
  return (name: string) => Reflect.get(as, name) as Method;
}

/** What a call takes, by limit. */
export function costOf(
  proof: Proof,
  name: string,
  params: object,
): Readonly<Record<string, number>> {
  return methodOf(proof)(name).estimate(params).cost;
}
