import { socksDispatcher } from "fetch-socks";
import { createClient } from "headgate";
import { startEmulator } from "headgate/emulator";
import { binanceSpot } from "headgate/endpoints/binance-spot";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { Agent, ProxyAgent } from "undici";

// The name of an address is the key of its buckets: a ban of one stops only the accounts behind it.
const egress = {
  second: new Agent({ localAddress: "127.0.0.1" }), // an address of this machine
  proxy: new ProxyAgent("http://127.0.0.1:3128"),
  tunnel: socksDispatcher({ type: 5, host: "127.0.0.1", port: 1_080 }), // npm install fetch-socks
};

const accounts = {
  maker: { apiKey: "maker's key", secret: "maker's secret", egress: "second" },
  taker: { apiKey: "taker's key", secret: "taker's secret", egress: "proxy" },
};

/** A stand-in for the exchange. */
const emulator = await startEmulator(serverSide());
const desk = createClient(binanceSpot, { accounts, egress, origin: emulator.origin });
await desk.as("maker").time();
console.log(desk.gate.levels().find(({ limit }) => limit === "requestWeight")?.whose); // { ip: "second" }
await desk.close();
await Promise.all(Object.values(egress).map((dispatcher) => dispatcher.close()));
await emulator.close();
