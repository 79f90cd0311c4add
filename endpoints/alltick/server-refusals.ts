/**
 * Every no of AllTick's HTTP interface, as it is documented.
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/error_code_description.md,
 * read 2026-11.
 */
import type { ServerRefusal } from "headgate/emulator";

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

const quota = { kind: "quota", executed: "no" } as const;
const credentials = { kind: "credentials", executed: "no" } as const;
const request = { kind: "request", executed: "no" } as const;

/** HTTP says 200 to almost everything. */
function no(ret: number, msg: string, meaning: Meaning): ServerRefusal {
  return { status: 200, body: { ret, msg, trace: "t" }, ...meaning };
}

export const refusals = {
  rateLimit: no(429, "rate limit", quota),
  rateLimitInStatus: { ...no(429, "rate limit", quota), status: 429 },
  tooManyRequests: no(605, "too many requests", quota),
  connectionCloses: no(606, "too many requests and connection will be closed", quota),
  levelNotEnough: no(603, "token level not enough", request),
  codeUnauthorized: no(604, "code unauthorized", credentials),
  tokenInvalid: no(401, "token invalid", credentials),
  queryInvalid: no(402, "query invalid", request),
  codeInvalid: no(600, "code invalid", request),
  bodyEmpty: no(601, "body empty", request),
  headerInvalid: no(400, "request header param invalid", request),
  dataInvalid: no(400, "request data param invalid", request),
} as const satisfies Readonly<Record<string, ServerRefusal>>;
