/**
 * An answer that does not come as it should, on a real socket: cut, stalled, slow, overgrown. The server side
 * has counted and executed its request all the same.
 */
import type { ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import type { ServerAnswer } from "./emulator.ts";
import type { Spoiled } from "./faults.ts";

/** More than any client reads. */
const hugeHeaderBytes = 1_048_576;
const headerBytes = 8_192;

/** In how many pieces a slow body comes, and how far apart. */
const pieces = 5;
const pieceMs = 10;

export async function writeSpoiled(
  response: ServerResponse,
  { answer, by }: Spoiled,
  clock: Clock,
): Promise<void> {
  const { socket } = response;
  const half = answer.body.slice(0, answer.body.length / 2);
  switch (by) {
    case "reset":
      return void socket?.resetAndDestroy();
    case "truncated":
      writeHead(response, answer);
      return void response.write(half, () => socket?.destroy());
    case "stall":
      writeHead(response, answer);
      return void response.write(half);
    case "wrong-length":
      // Node would not write more than it has stated.
      return void socket?.end(rawAnswer(answer));
    case "slow-body":
      return writeSlowly(response, answer, clock);
    case "huge-headers":
      for (let index = 0; index * headerBytes < hugeHeaderBytes; index += 1) {
        response.setHeader(`X-Filler-${index}`, "x".repeat(headerBytes));
      }
      writeHead(response, answer);
      return void response.end(answer.body);
    case "duplicate-headers":
      for (const [name, value] of Object.entries(answer.headers)) {
        response.appendHeader(name, value);
        response.appendHeader(name, value);
      }
      response.statusCode = answer.status;
      return void response.end(answer.body);
  }
}

/** Half of what it has. */
export function statedLength({ body }: ServerAnswer): number {
  return Math.floor(body.length / 2);
}

function writeHead(response: ServerResponse, { status, headers, body }: ServerAnswer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.writeHead(status);
}

function rawAnswer(answer: ServerAnswer): string {
  const headers = { ...answer.headers, "Content-Length": String(statedLength(answer)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${answer.status} OK`, ...lines, "", answer.body].join("\r\n");
}

async function writeSlowly(
  response: ServerResponse,
  answer: ServerAnswer,
  clock: Clock,
): Promise<void> {
  writeHead(response, answer);
  const size = Math.ceil(answer.body.length / pieces);
  for (let at = 0; at < answer.body.length; at += size) {
    await clock.sleep(pieceMs);
    response.write(answer.body.slice(at, at + size));
  }
  response.end();
}
