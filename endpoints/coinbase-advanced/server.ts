/**
 * Coinbase Advanced Trade's server side, as far as a bot meets it. Its numbers are written a second time. How
 * its windows lie is not published: the last second at every instant is the strictest.
 *
 *     https://docs.cdp.coinbase.com/coinbase-app/advanced-trade-apis/rest-api, read 2026-11.
 */
import { defineServer, rollingLog } from "headgate/emulator";
import type {
  PoolStates,
  ServerOptions,
  ServerPool,
  ServerRefusal,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { ofUser, open } from "./server-answers.ts";
import { isGood, keyOf } from "./server-token.ts";

const quota = { kind: "quota", executed: "no" } as const;

/** Every no of Coinbase, as it is documented or was seen. */
export const refusals = {
  // https://github.com/coinbase-samples/advanced-trade-sdk-go/issues/18 (2025-09): a page, not JSON.
  tooMany: { status: 429, body: "<html><body>429 Too Many Requests</body></html>", ...quota },
  // https://docs.cdp.coinbase.com/coinbase-app/api-architecture/rate-limiting.md, read 2026-11.
  hourly: {
    status: 429,
    body: { errors: [{ id: "rate_limit_exceeded", message: "Too many requests" }] },
    ...quota,
  },
  exhausted: { status: 429, body: { error: "RESOURCE_EXHAUSTED", message: "" }, ...quota },
  token: { status: 401, body: "Unauthorized\n", kind: "credentials", executed: "no" },
  rejected: {
    status: 200,
    body: { success: false, error_response: { error: "INSUFFICIENT_FUND" } },
    kind: "request",
    executed: "no",
  },
  unknown: {
    status: 200,
    body: { success: false, error_response: { error: "UNKNOWN_FAILURE_REASON" } },
    kind: "fault",
    executed: "unknown",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;
type Pool = "public" | "private";
type Route = ServerRoute<Pool, No>;

function perSecond(max: number, whose: (visit: Visit) => string): ServerPool<No> {
  const model = rollingLog({ max, windowMs: 1_000 });
  return { model, max, windowMs: 1_000, whose, refusal: "tooMany" };
}

function routes(): Readonly<Record<string, Route>> {
  const all: Record<string, Route> = {};
  const add = (name: string, route: Route): void => {
    all[name.replace(" /", " /api/v3/brokerage/")] = route;
  };
  for (const [name, answer] of Object.entries(open)) add(name, { takes: { public: 1 }, answer });
  for (const [name, answer] of Object.entries(ofUser))
    add(name, { takes: { private: 1 }, signed: true, answer });
  return all;
}

/** Makes Coinbase Advanced Trade's server side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<Pool, No>(
    {
      pools: {
        public: perSecond(10, ({ request }) => request.ip),
        private: perSecond(30, ({ caller }) => caller?.name ?? ""),
      },
      routes: routes(),
      refusals,
      keyOf,
      checkSignature: (visit, { secret }) => (isGood(visit, secret) ? undefined : "token"),
      withoutKey: "token",
      notFound: { status: 404, headers: {}, body: "404 page not found\n" },
      headers: limitHeaders,
    },
    options,
  );
}

function limitHeaders(_: Visit, states: PoolStates): Readonly<Record<string, string>> {
  const state = states["private"] ?? states["public"];
  if (state === undefined) return {};
  return {
    "x-ratelimit-limit": String(state.max),
    "x-ratelimit-remaining": String(Math.max(0, state.max - state.used)),
    "x-ratelimit-reset": "1",
  };
}
