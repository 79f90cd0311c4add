/** An emulated exchange over a bad network, which remembers what it really executed. */
import { startEmulator } from "headgate/emulator";
import type { Emulator, Fault, ServerSide } from "headgate/emulator";
import { serverSide } from "headgate/endpoints/binance-spot/server";

export const account = { apiKey: "faults-key", secret: "faults-secret" };

/** All that can go wrong with one call on its way, but for what stops an address for a minute. */
const kinds = [
  "drop-after-accept",
  "reset",
  "truncated",
  "stall",
  "hang",
  "wrong-length",
  "slow-body",
  "huge-headers",
  "duplicate-headers",
  "redirect",
  "error-500",
  "error-503",
] as const satisfies readonly Fault["kind"][];

/** So rarely each that most calls meet none. */
const probability = 0.02;

/** Nothing waits for a limit here: the network is the subject. */
export const unlimited = {
  requestWeight: { max: 1_000_000_000 },
  rawRequests: { max: 1_000_000_000 },
  orders10s: { max: 1_000_000_000 },
  orders1d: { max: 1_000_000_000 },
};

export type Desk = Readonly<{
  emulator: Emulator;
  /** How often each fault struck. */
  struck: ReadonlyMap<string, number>;
  /** How often the exchange has accepted an order, by the name that its sender gave it. */
  accepted: ReadonlyMap<string, number>;
}>;

export async function openDesk(random: () => number): Promise<Desk> {
  const struck = new Map<string, number>();
  const accepted = new Map<string, number>();
  const known = { [account.apiKey]: { name: "maker", secret: account.secret } };
  const server = remembering(serverSide({ accounts: known, limits: unlimited }), accepted);
  const emulator = await startEmulator(server, {
    faults: () => {
      const place = Math.floor(random() / probability);
      const kind = kinds[place];
      if (kind === undefined) return undefined;
      struck.set(kind, (struck.get(kind) ?? 0) + 1);
      return { kind };
    },
  });
  return { emulator, struck, accepted };
}

function remembering(server: ServerSide, accepted: Map<string, number>): ServerSide {
  return {
    ...server,
    handle(request, nowMs) {
      const answer = server.handle(request, nowMs);
      const name = new URLSearchParams(request.query).get("newClientOrderId");
      if (request.method === "POST" && answer.status === 200 && name !== null) {
        accepted.set(name, (accepted.get(name) ?? 0) + 1);
      }
      return answer;
    },
  };
}
