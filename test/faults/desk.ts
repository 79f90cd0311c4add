/** An emulated exchange over a bad network, which remembers what it really executed. */
import { startEmulator } from "headgate/emulator";
import type { Emulator, Fault, ServerRequest, ServerSide } from "headgate/emulator";
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
  /** How often the exchange has accepted an order, by its number. */
  accepted: Uint8Array;
  /** How often it has reached the exchange or its front door, by the same number. */
  arrived: Uint8Array;
}>;

/** An order's name holds its number. */
export function nameOf(order: number): string {
  return `order-${order}`;
}

/** For orders of a number up to `most`: what it remembers of them takes the same room from the start. */
export async function openDesk(random: () => number, most: number): Promise<Desk> {
  const struck = new Map<string, number>();
  const accepted = new Uint8Array(most + 1);
  const arrived = new Uint8Array(most + 1);
  const known = { [account.apiKey]: { name: "maker", secret: account.secret } };
  const server = remembering(serverSide({ accounts: known, limits: unlimited }), accepted);
  const emulator = await startEmulator(server, {
    faults: (request) => {
      count(arrived, orderIn(request));
      const place = Math.floor(random() / probability);
      const kind = kinds[place];
      if (kind === undefined) return undefined;
      struck.set(kind, (struck.get(kind) ?? 0) + 1);
      return { kind };
    },
  });
  return { emulator, struck, accepted, arrived };
}

function remembering(server: ServerSide, accepted: Uint8Array): ServerSide {
  return {
    ...server,
    handle(request, nowMs) {
      const answer = server.handle(request, nowMs);
      if (answer.status === 200) count(accepted, orderIn(request));
      return answer;
    },
  };
}

/** The number of a new order; `undefined` where a request is none. */
function orderIn({ method, query }: ServerRequest): number | undefined {
  const name = new URLSearchParams(query).get("newClientOrderId");
  return method === "POST" && name !== null ? Number(name.split("-")[1]) : undefined;
}

function count(counts: Uint8Array, order: number | undefined): void {
  if (order !== undefined) counts[order] = (counts[order] ?? 0) + 1;
}
