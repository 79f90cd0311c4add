/** Calls each typed endpoint once against its venue's server side: what did not fit, and what failed. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { emulate, seededRandom } from "headgate/emulator";
import type { Proof } from "../venues/proof.ts";
import { isTyped, serverAccounts } from "../venues/proof.ts";

/** By endpoint the parameters of one call, in the order in which they are made; the rest comes then, with none. */
export type Samples = Readonly<Record<string, object>>;

/** One line for each that is wrong; none where all is right. */
export async function wrongAnswers(proof: Proof, samples: Samples): Promise<readonly string[]> {
  const { venue, accounts = {} } = proof;
  const clock = new VirtualClock();
  const random = seededRandom(1);
  const client = createClient(venue, {
    accounts,
    clock,
    random,
    ledger: new MemoryLedger({ clock, random }),
    transport: emulate(proof.serverSide({ accounts: serverAccounts(accounts) }), { clock }),
    maxAttempts: 1,
  });
  const wrong: string[] = [];
  const rest = Object.entries(venue.endpoints)
    .filter(([name, endpoint]) => isTyped(endpoint) && !(name in samples))
    .map(([name]) => [name, {}] as const);
  client.gate.on("notice", ({ message }) => wrong.push(message));
  const [account = ""] = Object.keys(accounts);
  for (const [name, params] of [...Object.entries(samples), ...rest]) {
    const isOpen = venue.endpoints[name]?.auth === "none";
    const method: unknown = Reflect.get(isOpen ? client : client.as(account), name);
    if (typeof method !== "function") throw new TypeError(`There is no endpoint "${name}".`);
    await clock
      .run(Promise.resolve(Reflect.apply(method, undefined, [params, { maxWaitMs: Infinity }])))
      .catch((error: unknown) => {
        wrong.push(`${name}: ${String(error)}`);
      });
  }
  return wrong;
}
