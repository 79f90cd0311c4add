/**
 * Hyperliquid's server side, as far as a bot meets it. Its numbers are written a second time, from the
 * documentation and not from `index.ts`. Who signed an action cannot be told without the curve: actions are
 * taken for those of the first account, and of their signature only the form is looked at.
 *
 *     https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits, read 2026-11.
 */
import { defineServer, rollingLog } from "headgate/emulator";
import type {
  CountingModel,
  ServerOptions,
  ServerPool,
  ServerRefusal,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { actionIn, answersOf } from "./server-answers.ts";

export const refusals = {
  // Unconfirmed: without a body, and without Retry-After.
  tooMuchWeight: { status: 429, body: "", kind: "quota", executed: "no" },
  // ccxt 4.5.84, js/src/hyperliquid.js
  spent: {
    status: 200,
    body: {
      status: "err",
      response:
        "Too many cumulative requests sent (37986 > 10436) for cumulative volume traded $437.92. Place taker orders to free up 1 request per USDC traded.",
    },
    kind: "quota",
    executed: "no",
  },
  refused: {
    status: 200,
    body: { status: "err", response: "User or API Wallet does not exist." },
    kind: "request",
    executed: "no",
  },
} as const satisfies Readonly<Record<string, ServerRefusal>>;

type No = keyof typeof refusals;

/** How its minute lies is not published; a log is the strictest that still grants the limit. */
const ofAddress = (): ServerPool<No> => ({
  model: rollingLog({ max: 1_200, windowMs: 60_000 }),
  max: 1_200,
  windowMs: 60_000,
  whose: ({ request }) => request.ip,
  refusal: "tooMuchWeight",
});

/** A sum that no time takes from: orders may raise it up to 10 000, cancels up to 20 000. */
function lifetime(): CountingModel {
  const sums = new Map<string, number>();
  return {
    offer(key, weight) {
      const [name = "", ceiling] = key.split(" of ");
      const used = sums.get(name) ?? 0;
      if (used + weight > Number(ceiling)) return { accepted: false, used };
      sums.set(name, used + weight);
      return { accepted: true, used: used + weight };
    },
    get size() {
      return sums.size;
    },
  };
}

const ofAccount = (): ServerPool<No> => ({
  model: lifetime(),
  max: 10_000,
  windowMs: 86_400_000,
  whose: (visit) => {
    const ceiling = actionOf(visit).type.startsWith("cancel") ? 20_000 : 10_000;
    return `${visit.caller?.name ?? ""} of ${ceiling}`;
  },
  refusal: "spent",
});

const light = new Set([
  "l2Book",
  "allMids",
  "clearinghouseState",
  "orderStatus",
  "spotClearinghouseState",
  "exchangeStatus",
]);
const byTwenty = new Set([
  "recentTrades",
  "historicalOrders",
  "userFills",
  "userFillsByTime",
  "fundingHistory",
  "userFunding",
  "nonUserFundingUpdates",
  "twapHistory",
  "userTwapSliceFills",
  "userTwapSliceFillsByTime",
  "delegatorHistory",
  "delegatorRewards",
  "validatorStats",
]);

function weightOfRead(visit: Visit, answers: (visit: Visit) => unknown): number {
  const type = String(visit.params["type"]);
  if (light.has(type)) return 2;
  if (type === "userRole") return 60;
  const answer = answers(visit);
  const entries = Array.isArray(answer) ? answer.length : 0;
  if (type === "candleSnapshot") return 20 + Math.ceil(entries / 60);
  return 20 + (byTwenty.has(type) ? Math.ceil(entries / 20) : 0);
}

/** An action's type, and how many it is about. */
function actionOf(visit: Visit): Readonly<{ type: string; items?: number }> {
  const { type = "", orders, cancels, modifies } = actionIn(visit);
  const items = [orders, cancels, modifies].find((list) => Array.isArray(list));
  return { type: String(type), ...(items !== undefined && { items: items.length }) };
}

/** Makes Hyperliquid's server side. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  const [firstKey] = Object.keys(options.accounts ?? {});
  const answers = answersOf();
  return defineServer<"weight" | "actions", No>(
    {
      pools: { weight: ofAddress(), actions: ofAccount() },
      main: "weight",
      routes: {
        "POST /info": {
          takes: { weight: (visit) => weightOfRead(visit, answers.info) },
          answer: answers.info,
        },
        "POST /exchange": {
          takes: {
            weight: (visit) => 1 + Math.floor((actionOf(visit).items ?? 1) / 40),
            actions: (visit) => actionOf(visit).items ?? 1,
          },
          signed: true,
          answer: answers.exchange,
        },
      },
      refusals,
      keyOf: ({ request }) => (request.path === "/exchange" ? firstKey : undefined),
      checkSignature: ({ params, nowMs }) =>
        isSignature(params["signature"]) && Math.abs(Number(params["nonce"]) - nowMs) < 86_400_000
          ? undefined
          : "refused",
      withoutKey: "refused",
      notFound: { status: 404, headers: {}, body: "" },
    },
    options,
  );
}

function isSignature(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  const { r, s, v }: Readonly<Record<string, unknown>> = { ...given };
  return typeof r === "string" && typeof s === "string" && (v === 27 || v === 28);
}
