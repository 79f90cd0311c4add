/**
 * KuCoin's server side, for accounts of VIP level 0: its pools, its headers, its signature, its every no. Its
 * numbers are written a second time.
 *
 * It has three hosts. Who asks at none of them, as on a loopback port, gets of two equal paths that of spot.
 *
 * https://github.com/rosssaunders/coincise/blob/a00ae58/docs/kucoin/rate_limits.md, read 2026-11.
 */
import { createHmac } from "node:crypto";
import { defineServer, fixedWindow } from "headgate/emulator";
import type {
  PoolStates,
  ServerAccount,
  ServerOptions,
  ServerPool,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { answerOf, answersOf } from "./server-answers.ts";
import * as others from "./server-others.ts";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";
import * as spot from "./server-spot.ts";

export { refusals } from "./server-refusals.ts";

type Pool = "spot" | "futures" | "management" | "earn" | "copyTrading" | "broker" | "open";

const windowMs = 30_000;

function poolOf(max: number, whose: (visit: Visit) => string): ServerPool<No> {
  const model = fixedWindow({ max, windowMs, starts: "first-request" });
  return { model, max, windowMs, whose, refusal: "tooMany" };
}

const ofAccount = ({ caller }: Visit): string => caller?.name ?? "";

const pools = (): Readonly<Record<Pool, ServerPool<No>>> => ({
  spot: poolOf(4_000, ofAccount),
  futures: poolOf(2_000, ofAccount),
  management: poolOf(2_000, ofAccount),
  earn: poolOf(2_000, ofAccount),
  copyTrading: poolOf(2_000, ofAccount),
  broker: poolOf(2_000, ofAccount),
  open: poolOf(2_000, ({ request }) => request.ip),
});

type Table = readonly [pool: Pool, weights: Readonly<Record<string, number>>, signed?: false];

const hosts: readonly Readonly<{
  host: string;
  tables: readonly Table[];
  answersAs: "spot" | "futures" | "broker";
}>[] = [
  {
    host: "api.kucoin.com",
    tables: [
      ["spot", spot.spot],
      ["management", spot.management],
      ["earn", others.earn],
      ["open", others.open, false],
      ["open", others.openSigned],
      // What other clients ask for when they begin. What it weighs is not among what is declared.
      ["open", { "GET /api/ua/v1/account/mode": 0 }],
    ],
    answersAs: "spot",
  },
  {
    host: "api-futures.kucoin.com",
    tables: [
      ["futures", others.futures],
      ["management", others.managementFutures],
      ["copyTrading", others.copyTrading],
      ["open", others.openFutures, false],
      ["open", others.openFuturesSigned],
    ],
    answersAs: "futures",
  },
  { host: "api-broker.kucoin.com", tables: [["broker", others.broker]], answersAs: "broker" },
];

function routes(): Readonly<Record<string, ServerRoute<Pool, No>>> {
  const all: Record<string, ServerRoute<Pool, No>> = {};
  const answers = answersOf();
  for (const { host, tables, answersAs } of hosts) {
    for (const [pool, weights, signed = true] of tables) {
      for (const [name, weight] of Object.entries(weights)) {
        all[name.replace(" ", ` ${host}`)] = {
          takes: { [pool]: weight },
          signed,
          answer: (visit) => answerOf(answers[answersAs], name, visit),
        };
      }
    }
  }
  return all;
}

/** Makes KuCoin's server side: spot, futures and brokers. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  const all = pools();
  return defineServer<Pool, No>(
    {
      pools: all,
      main: "open",
      routes: routes(),
      refusals,
      keyOf: ({ request }) => request.headers["kc-api-key"],
      checkSignature,
      withoutKey: "wrongSignature",
      notFound: { status: 404, headers: {}, body: "" },
      headers: (visit, states) => gatewayHeaders(all, visit, states),
    },
    options,
  );
}

/** Of the pool that the call has taken from: its size, what is left, and for how long in ms. */
function gatewayHeaders(
  all: Readonly<Record<Pool, ServerPool<No>>>,
  visit: Visit,
  states: PoolStates,
): Readonly<Record<string, string>> {
  for (const [name, pool] of Object.entries(all)) {
    const state = states[name];
    if (state === undefined) continue;
    const { used, max } = state;
    return {
      "gw-ratelimit-limit": String(max),
      "gw-ratelimit-remaining": String(max - used),
      "gw-ratelimit-reset": String(Math.ceil(used === 0 ? windowMs : untilResetMs(pool, visit))),
    };
  }
  return {};
}

/** How long all of a pool that is in use would have to wait for. */
function untilResetMs({ model, max, whose }: ServerPool<No>, visit: Visit): number {
  const [key = ""] = [whose(visit)].flat();
  const { waitMs = windowMs } = model.offer(key, typeof max === "number" ? max : 0, visit.nowMs);
  return waitMs;
}

/** https://github.com/Kucoin/kucoin-skills-hub/blob/a9bda62/skills/assets/references/authentication.md, read 2026-11. */
function checkSignature(
  { request, nowMs }: Visit,
  { secret, passphrase }: ServerAccount,
): No | undefined {
  const { headers, method, path, query, body } = request;
  const timestamp = headers["kc-api-timestamp"] ?? "";
  if (!(Math.abs(Number(timestamp) - nowMs) <= 5_000)) return "requestTime";
  const target = decodeURIComponent(query === "" ? path : `${path}?${query}`);
  const hmac = (text: string): string => createHmac("sha256", secret).update(text).digest("base64");
  const isRight =
    headers["kc-api-sign"] === hmac(`${timestamp}${method}${target}${body}`) &&
    headers["kc-api-passphrase"] === hmac(passphrase ?? "");
  return isRight ? undefined : "wrongSignature";
}
