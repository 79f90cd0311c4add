import { UnknownOutcomeError, createClient } from "headgate";
import { startEmulator } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";

/** An exchange that takes every order and answers none. */
const exchange = await startEmulator(
  serverSide({ accounts: { key: { name: "maker", secret: "secret" } } }),
  { faults: [{ kind: "drop-after-accept", when: ({ method }) => method === "POST" }] },
);
const binance = createClient(binanceSpot, {
  account: { apiKey: "key", secret: "secret" },
  origin: exchange.origin,
});
const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "0.01" } as const;

// Never sent again on a guess: the error asks the exchange by the order's client id.
try {
  await binance.newOrder(order);
} catch (error) {
  if (!(error instanceof UnknownOutcomeError)) throw error;
  const { outcome } = await error.resolve();
  console.log(`${error.endpoint}: ${outcome}`);
}

// Or all in one: answered for where it is found, sent again only where it certainly is not there.
const placed = await binance.newOrder(order, { resend: "when-not-found" });
console.log(`${placed.status} after all`);

await binance.close();
await exchange.close();
