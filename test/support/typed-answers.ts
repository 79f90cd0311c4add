/** Each endpoint called once at its venue's server side: what it answers against what is declared. */
import { VirtualClock, createClient, MemoryLedger } from "headgate";
import type { Account, Venue } from "headgate";
import { emulate, seededRandom } from "headgate/emulator";
import type { ServerOptions, ServerSide } from "headgate/emulator";

type Asked = Readonly<{
  venue: Venue;
  serverSide: (options: ServerOptions) => ServerSide;
  account: Account;
  /** Parameters by endpoint; none where it needs none. */
  params: Readonly<Record<string, object>>;
}>;

/** The endpoints whose answer is not as declared or that are refused, and why. */
export async function wrongAnswers({ venue, serverSide, account, params }: Asked) {
  const { apiKey, secret } = account;
  if (typeof secret !== "string") throw new TypeError("The account has no secret in text.");
  const wrong: Record<string, string> = {};
  for (const [name, endpoint] of Object.entries(venue.endpoints)) {
    const clock = new VirtualClock({ wallMs: Date.UTC(2026, 10, 1) });
    const random = seededRandom(3);
    const server = serverSide({ accounts: { [apiKey]: { name: "maker", secret } } });
    const client = createClient(venue, {
      accounts: { maker: account },
      clock,
      ledger: new MemoryLedger({ clock, random }),
      random,
      transport: emulate(server, { clock, latencyMs: 20 }),
      maxAttempts: 1,
    });
    const method: unknown = Reflect.get(client.as("maker"), name);
    if (typeof method !== "function") throw new TypeError(`There is no ${name}.`);
    const call = async (): Promise<unknown> =>
      await Reflect.apply(method, undefined, [params[name] ?? {}]);
    const answer = await clock.run(call().catch((error: unknown) => error));
    const read = endpoint.answer.safeParse(answer);
    if (answer instanceof Error) wrong[name] = answer.message;
    else if (!read.success) wrong[name] = read.error.message;
  }
  return wrong;
}
