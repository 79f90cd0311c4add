import { createGate } from "headgate";

/** Five messages a second for each connection, for a socket that is somebody else's. */
const gate = createGate({
  messages: { counted: "rolling-window", windowMs: 1_000, max: 5, per: ["connection"] },
});
const message = gate.price({ messages: 1 }, { connection: "market-stream" });

for (const topic of ["btcusdt@trade", "ethusdt@trade", "bnbusdt@trade"]) {
  using permit = await gate.acquire(message, { maxWaitMs: 5_000 });
  console.log(`subscribe ${topic}`);
  permit.settle();
}
await gate.close();
