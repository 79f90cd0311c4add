/** A socket paced by the gate: connection attempts per address, messages per connection, acknowledged. */
import { once } from "node:events";
import { createGate } from "headgate";
import { WebSocket, WebSocketServer } from "ws";

// Stands in for the exchange: it acknowledges what it gets.
const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
server.on("connection", (socket) => socket.on("message", (frame) => socket.send(frame)));
await once(server, "listening");
const address = server.address();
const url = typeof address === "string" ? address : `ws://127.0.0.1:${address?.port}`;

const gate = createGate({
  attempts: { counted: "rolling-window", windowMs: 300_000, max: 300, per: ["ip"] },
  messages: { counted: "rolling-window", windowMs: 1_000, max: 10, per: ["connection"] },
});

// A refused attempt would be settled with { attempts: { refused: { as: "quota" } } }: the next one comes later.
const attempt = await gate.acquire(gate.price({ attempts: 1 }, { ip: "default" }));
const socket = new WebSocket(url);
await once(socket, "open");
attempt.settle();

const message = gate.price({ messages: 1 }, { connection: "market-stream-1" });
for (const topic of ["btcusdt@trade", "ethusdt@trade", "bnbusdt@depth", "solusdt@depth"]) {
  const permit = await gate.acquire(message, { priority: "high" });
  socket.send(`SUBSCRIBE ${topic}`);
  const [acknowledgement] = await once(socket, "message");
  permit.settle();
  console.log(`acknowledged: ${acknowledgement}`);
}

socket.close();
await once(socket, "close");
await gate.close();
server.close();
