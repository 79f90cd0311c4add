/**
 * Upbit's server side of Korea, as far as a bot meets it: groups with a second of their own, its header, its
 * token. Its numbers are written a second time, from the documentation and not from `index.ts`.
 *
 *     https://docs.upbit.com/kr/reference/rate-limits.md (2026-10-07), read 2026-11.
 *
 * How the second lies is not published; a log of it is the strictest that still grants the limit.
 */
import { createHash, createHmac } from "node:crypto";
import { defineServer, rollingLog } from "headgate/emulator";
import type {
  PoolStates,
  ServerAccount,
  ServerOptions,
  ServerPool,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { answersOf } from "./server-answers.ts";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";

export { refusals } from "./server-refusals.ts";

function ofAddress(max: number): ServerPool<No> {
  const windowMs = 1_000;
  const model = rollingLog({ max, windowMs });
  return { model, max, windowMs, whose: ({ request }) => request.ip, refusal: "tooManyQuotations" };
}

const nameOf = ({ caller }: Visit): string => caller?.name ?? "";

function ofAccount(max: number, windowMs = 1_000): ServerPool<No> {
  const model = rollingLog({ max, windowMs });
  return { model, max, windowMs, whose: nameOf, refusal: "tooManyRequests" };
}

const pools = () => ({
  market: ofAddress(10),
  candle: ofAddress(10),
  trade: ofAddress(10),
  ticker: ofAddress(10),
  orderbook: ofAddress(10),
  default: ofAccount(30),
  order: ofAccount(12),
  "order-test": ofAccount(8),
  "order-cancel-all": ofAccount(1, 2_000),
});

type Group = keyof ReturnType<typeof pools>;

const isOpen = /^GET \/v1\/(?:market|candles|trades|ticker|orderbook)\b/;

/** The groups of paths; what is in none of them is `default`. */
const groups: readonly (readonly [RegExp, Group])[] = [
  [/ \/v1\/market\//, "market"],
  [/ \/v1\/candles\//, "candle"],
  [/ \/v1\/trades\//, "trade"],
  [/ \/v1\/ticker/, "ticker"],
  [/ \/v1\/orderbook/, "orderbook"],
  [/^POST \/v1\/orders\/test$/, "order-test"],
  [/^POST \/v1\/orders/, "order"],
  [/^DELETE \/v1\/orders\/open$/, "order-cancel-all"],
];

function routes(): Readonly<Record<string, ServerRoute<Group, No>>> {
  const all: Record<string, ServerRoute<Group, No>> = {};
  for (const [route, answer] of Object.entries(answersOf())) {
    const group = groups.find(([pattern]) => pattern.test(route))?.[1] ?? "default";
    all[route] = { takes: { [group]: 1 }, signed: !isOpen.test(route), answer };
  }
  return all;
}

/** Makes Upbit's server side, of Korea. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<Group, No>(
    {
      pools: pools(),
      routes: routes(),
      refusals,
      keyOf: ({ request }) => keyIn(tokenOf(request.headers)),
      checkSignature,
      withoutKey: "invalidToken",
      notFound: { status: 404, headers: {}, body: "" },
      headers: remaining,
    },
    options,
  );
}

function remaining(_: Visit, states: PoolStates): Readonly<Record<string, string>> {
  const [group, state] = Object.entries(states)[0] ?? [];
  if (state === undefined) return {};
  const sec = Math.max(0, state.max - state.used);
  return { "Remaining-Req": `group=${group}; min=1800; sec=${sec}` };
}

type Headers = Visit["request"]["headers"];

const tokenOf = (headers: Headers): string =>
  /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1] ?? "";

function claimsIn(token: string): Readonly<Record<string, unknown>> {
  const [, claims = ""] = token.split(".");
  const parsed: unknown = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}");
  return typeof parsed === "object" ? { ...parsed } : {};
}

function keyIn(token: string): string | undefined {
  const { access_key: key } = claimsIn(token);
  return typeof key === "string" ? key : undefined;
}

/** https://docs.upbit.com/kr/reference/auth, read 2026-11. */
function checkSignature({ request }: Visit, { secret }: ServerAccount): No | undefined {
  const token = tokenOf(request.headers);
  const [head = "", claims = "", mac] = token.split(".");
  const signed = createHmac("sha512", secret).update(`${head}.${claims}`).digest("base64url");
  const fields = request.body === "" ? decodeURIComponent(request.query) : asQuery(request.body);
  const hash = fields === "" ? undefined : createHash("sha512").update(fields).digest("hex");
  return mac === signed && claimsIn(token)["query_hash"] === hash ? undefined : "invalidToken";
}

/** A body as a query would have it. */
function asQuery(body: string): string {
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== "object" || parsed === null) return "";
  return Object.entries(parsed)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("&");
}
