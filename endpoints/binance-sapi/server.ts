/**
 * The server side of Binance's SAPI, as far as a bot meets it: a limit for each route, its headers, its every no.
 * How a minute is counted is not published; the last one at every instant is the strictest way.
 *
 * https://developers.binance.com/docs/wallet/general-info, read 2026-11.
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
import { identity } from "../binance-usdm/server-refusals.ts";
import { checkSignature, keyOf } from "../binance-usdm/server-signing.ts";
import { answersOf } from "./server-answers.ts";
import { byAccount, byAccountInASecond, byIp, onceAMinute, unsigned } from "./server-routes.ts";

const quota = { kind: "quota", executed: "no" } as const;

/** https://github.com/ccxt/ccxt/issues/6905, read 2026-11. */
export const refusals = {
  ...identity,
  tooMany: {
    status: 429,
    body: { code: -1_003, msg: "Too many requests; current request has limited." },
    ...quota,
  },
  unknownOrder: {
    status: 400,
    body: { code: -2_013, msg: "Order does not exist." },
    kind: "request",
    executed: "no",
  },
  tooManyWithoutCode: { status: 429, body: "Too Many Requests", ...quota },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;

/** What a route is counted in, and the header that tells of it. */
type Own = Readonly<{ max: number; windowMs: number; isOfIp: boolean }>;

const ofIp: Own = { max: 12_000, windowMs: 60_000, isOfIp: true };
const ofAccount: Own = { max: 180_000, windowMs: 60_000, isOfIp: false };

function poolOf({ max, windowMs, isOfIp }: Own): ServerPool<No> {
  const whose = ({ request, caller }: Visit): string =>
    isOfIp ? request.ip : (caller?.name ?? "");
  return { model: rollingLog({ max, windowMs }), max, windowMs, whose, refusal: "tooMany" };
}

function routes(): Readonly<Record<string, ServerRoute<"maxLeverage", No>>> {
  const tables = [
    [byIp, ofIp],
    [byAccount, ofAccount],
    [byAccountInASecond, { ...ofAccount, windowMs: 1_000 }],
  ] as const;
  const all: Record<string, ServerRoute<"maxLeverage", No>> = {};
  const answers = answersOf();
  for (const [weights, limit] of tables) {
    for (const [name, own] of Object.entries(weights)) {
      all[name] = {
        takes: name === onceAMinute ? { own, maxLeverage: 1 } : { own },
        own: poolOf(limit),
        signed: !unsigned.has(name),
        answer: (visit) => answers(name, visit),
      };
    }
  }
  return all;
}

/** Makes the server side of SAPI. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<"maxLeverage", No>(
    {
      pools: { maxLeverage: poolOf({ max: 1, windowMs: 60_000, isOfIp: true }) },
      routes: routes(),
      refusals,
      keyOf,
      checkSignature,
      withoutKey: "wrongSignature",
      notFound: { status: 404, headers: {}, body: "" },
      headers: used,
    },
    options,
  );
}

/** The two limits differ in size, so that what is counted tells whose it is. */
function used(_: Visit, { own }: PoolStates): Readonly<Record<string, string>> {
  if (own === undefined) return {};
  const whose = own.max === ofIp.max ? "IP" : "UID";
  const window = own.windowMs === 1_000 ? "1S" : "1M";
  return { [`X-SAPI-USED-${whose}-WEIGHT-${window}`]: String(own.used) };
}
