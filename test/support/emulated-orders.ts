/** A client of the emulated Binance Spot in virtual time, and what the exchange really did with its orders. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import type { Client, ClientOptions, Transport } from "headgate";
import { emulate } from "headgate/emulator";
import type { ServerSide } from "headgate/emulator";
import type { WireOptions } from "../../src/emulator/wire.ts";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { apiKey, secret } from "../emulator/binance-spot-desk.ts";

export const account = { apiKey, secret };

export const limitOrder = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
  price: "1000",
} as const;

/** Fills at once. */
export const marketOrder = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "MARKET",
  quantity: "0.01",
} as const;

export type Orders = Readonly<{
  clock: VirtualClock;
  client: Client<typeof binanceSpot>;
  /** Everything that went on the wire: method, path and instant. */
  sent: readonly Readonly<{ what: string; atMs: number }>[];
  /** How often the exchange has accepted an order, by its client id. */
  accepted: ReadonlyMap<string, number>;
}>;

export function emulatedOrders(
  wire: Omit<WireOptions, "clock"> = {},
  options: Readonly<{
    client?: Omit<ClientOptions<typeof binanceSpot, never>, "clock" | "transport">;
    /** Lies between the client and the wire. */
    between?: (transport: Transport, clock: VirtualClock) => Transport;
    /** The same exchange, declared in another way. */
    venue?: typeof binanceSpot;
  }> = {},
): Orders {
  const clock = new VirtualClock({ wallMs: 1_790_000_040_000 });
  const accepted = new Map<string, number>();
  const known = { [apiKey]: { name: "maker", secret } };
  const server = remembering(serverSide({ accounts: known }), accepted);
  const emulated = emulate(server, { clock, ...wire });
  const transport = options.between?.(emulated, clock) ?? emulated;
  const sent: { what: string; atMs: number }[] = [];
  const client = createClient(options.venue ?? binanceSpot, {
    account,
    coldStart: false,
    random: () => 0.5,
    ledger: new MemoryLedger({ clock, random: () => 0.5 }),
    ...options.client,
    clock,
    transport: (request) => {
      sent.push({ what: `${request.method} ${request.url.pathname}`, atMs: clock.nowMs() });
      return transport(request);
    },
  });
  return { clock, client, sent, accepted };
}

/** Counts the orders that a server side accepts. */
export function remembering(server: ServerSide, accepted: Map<string, number>): ServerSide {
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

/** How often each kind of request went on the wire. */
export function countsOf({ sent }: Pick<Orders, "sent">): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { what } of sent) counts[what] = (counts[what] ?? 0) + 1;
  return counts;
}
