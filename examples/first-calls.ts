import { createClient } from "headgate";
import { startEmulator } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";

const account = { apiKey: "my-key", secret: "my-secret" };
const accounts = { "my-key": { name: "maker", secret: "my-secret" } };
const exchange = await startEmulator(serverSide({ accounts }));

// Without `origin` it is the real exchange.
const binance = createClient(binanceSpot, { account, origin: exchange.origin });
const { bids } = await binance.depth({ symbol: "BTCUSDT", limit: 500 }); // weight 25
const symbol = "BTCUSDT";
const price = (Number(bids[0]?.[0]) * 0.9).toFixed(2);
const order = {
  symbol,
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price,
  quantity: "0.01",
} as const;
const { orderId } = await binance.newOrder(order, { maxWaitMs: 500 });
await binance.cancelOrder({ symbol, orderId }, { priority: "urgent" });
console.log(binance.gate.levels().find(({ limit }) => limit === "requestWeight"));

await binance.close();
await exchange.close();
