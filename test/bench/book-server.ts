/**
 * An exchange's book on a loopback socket, in a process of its own: always the same 100 levels, with the
 * headers that Binance Spot sends. It does as little as a server can, so that it is the client that is
 * measured: no HTTP library, and one buffer for each answer.
 *
 * Tells its parent the port, and ends with it.
 */
import { createServer } from "node:net";
import type { Socket } from "node:net";

const levels = 100;

/** Prices and quantities as long as real ones. */
function side(step: number): readonly (readonly [string, string])[] {
  return Array.from({ length: levels }, (_, index) => [
    (67_241.13 + step * (index + 1) * 0.01).toFixed(8),
    (0.00017 + ((index * 7_919) % 997) / 100).toFixed(8),
  ]);
}

const body = JSON.stringify({ lastUpdateId: 62_194_823_741, bids: side(-1), asks: side(1) });

/** What the answers of this minute say is used, as Binance counts it. */
const weight = 5;
const minuteMs = 60_000;
let minute = 0;
let used = 0;

function answer(): string {
  const nowMs = Date.now();
  const now = Math.floor(nowMs / minuteMs);
  if (now !== minute) used = 0;
  minute = now;
  used += weight;
  return [
    "HTTP/1.1 200 OK",
    "Content-Type: application/json;charset=UTF-8",
    `Content-Length: ${body.length}`,
    "Connection: keep-alive",
    `Date: ${dateOf(nowMs)}`,
    "Server: nginx",
    "Vary: Accept-Encoding",
    "x-mbx-uuid: 5ae0a9b6-5d1c-4b47-a6ef-6b3d3f1d6f2a",
    `x-mbx-used-weight: ${used}`,
    `x-mbx-used-weight-1m: ${used}`,
    "Strict-Transport-Security: max-age=31536000; includeSubdomains",
    "X-Frame-Options: SAMEORIGIN",
    "X-Xss-Protection: 1; mode=block",
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-cache, no-store, must-revalidate",
    "Pragma: no-cache",
    "Expires: 0",
    "",
    body,
  ].join("\r\n");
}

let dateSecond = 0;
let dateText = "";

function dateOf(nowMs: number): string {
  const second = Math.floor(nowMs / 1_000);
  if (second !== dateSecond) dateText = new Date(nowMs).toUTCString();
  dateSecond = second;
  return dateText;
}

/** Requests without a body: each ends at its empty line, wherever the packets are cut. */
function serve(socket: Socket): void {
  let rest = "";
  socket.setNoDelay(true);
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    const requests = (rest + chunk).split("\r\n\r\n");
    rest = requests.pop() ?? "";
    for (let left = requests.length; left > 0; left -= 1) socket.write(answer());
  });
  socket.on("error", () => socket.destroy());
}

const server = createServer(serve);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.(address.port);
});
process.once("disconnect", () => process.exit());
