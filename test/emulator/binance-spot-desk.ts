/** Asks Binance Spot's server side without a network: requests as they would stand on the wire. */
import { createHmac } from "node:crypto";
import type { ServerAnswer, ServerSide } from "headgate/emulator";

/** The key pair that Binance publishes its examples with. */
export const apiKey = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";
export const secret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
/** A second key of the same account, and one of another. */
export const accounts = {
  [apiKey]: { name: "maker", secret },
  second: { name: "maker", secret },
  taker: { name: "taker", secret },
} as const;

/** A minute's first ms, and the first of 10 s, but not of a day. */
export const startMs = 1_790_000_040_000;

export type Ask = Readonly<{
  ip?: string;
  apiKey?: string;
  body?: string;
  nowMs?: number;
}>;

/** `target` is method, path and query: "GET /api/v3/depth?symbol=BTCUSDT". */
export function ask(server: ServerSide, target: string, options: Ask = {}): ServerAnswer {
  const { ip = "10.0.0.1", body = "", nowMs = startMs } = options;
  const [method = "", url = ""] = target.split(" ");
  const [path = "", query = ""] = url.split("?");
  const headers = options.apiKey === undefined ? {} : { "x-mbx-apikey": options.apiKey };
  return server.handle({ method, path, query, headers, body, ip }, nowMs);
}

/** Signed and stamped with the server's own time. */
export function askSigned(server: ServerSide, target: string, options: Ask = {}): ServerAnswer {
  const { nowMs = startMs } = options;
  const [url = "", query = ""] = target.split("?");
  const payload = `${query === "" ? "" : `${query}&`}timestamp=${nowMs}`;
  return ask(server, `${url}?${payload}&signature=${sign(payload)}`, { apiKey, ...options });
}

export function sign(payload: string): string {
  return createHmac("sha256", secret).update(payload).digest("hex");
}

export function bodyOf(answer: ServerAnswer): unknown {
  return JSON.parse(answer.body);
}
