/**
 * The server side of Binance's futures: the pool of both APIs as they count it, and routes below a root.
 * https://developers.binance.com/docs/derivatives/coin-margined-futures/Important-CM-UM-Integration-Notice (A.3,
 * 2026-06-10), read 2026-11.
 */
import { defineServer, fixedWindow, rollingLog } from "headgate/emulator";
import type {
  PoolStates,
  ServerOptions,
  ServerPool,
  ServerRoute,
  ServerSide,
  Visit,
} from "headgate/emulator";
import { answersOf } from "./server-answers.ts";
import type { Traded } from "./server-market.ts";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";
import { checkSignature, keyOf } from "./server-signing.ts";
import { open, signed } from "./server-weights.ts";
import type { Cost, Taken } from "./server-weights.ts";

type Limit = "requestWeight" | "orders10s" | "orders1m" | "funding" | "futuresData";
type Route = ServerRoute<Limit, No>;

/** What one of the two APIs has beside what both have. */
export type FuturesApi = Readonly<{
  root: string;
  traded: Traded;
  open: Readonly<Record<string, Taken>>;
  signed: Readonly<Record<string, Taken>>;
  /** By their whole path, what takes one of another limit and weighs nothing. */
  others?: Readonly<Record<string, "funding" | "futuresData">>;
}>;

const ofAddress = ({ request }: Visit): string => request.ip;

/** Where its windows begin is not known; these begin in the middle of the clock's. */
function ofOrders(max: number, windowMs: number, refusal: No): ServerPool<No> {
  const model = fixedWindow({ max, windowMs, starts: "aligned", phaseMs: windowMs / 2 });
  return { model, max, windowMs, whose: ({ caller }) => caller?.name ?? "", refusal };
}

/** How it is counted is not published: the strictest way is the last five minutes at every instant. */
function inFiveMinutes(max: number): ServerPool<No> {
  const windowMs = 300_000;
  const model = rollingLog({ max, windowMs });
  return { model, max, windowMs, whose: ofAddress, refusal: "tooMuchWeight" };
}

const pools = (): Readonly<Record<Limit, ServerPool<No>>> => ({
  requestWeight: {
    model: fixedWindow({ max: 2_400, windowMs: 60_000, starts: "aligned" }),
    max: 2_400,
    windowMs: 60_000,
    whose: ofAddress,
    refusal: "tooMuchWeight",
  },
  orders10s: ofOrders(300, 10_000, "tooManyOrders"),
  orders1m: ofOrders(1_200, 60_000, "tooManyOrdersAMinute"),
  funding: inFiveMinutes(500),
  futuresData: inFiveMinutes(1_000),
});

export function futuresServer(api: FuturesApi, options: ServerOptions): ServerSide {
  return defineServer<Limit, No>(
    {
      pools: pools(),
      main: "requestWeight",
      routes: routesOf(api),
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

function routesOf(api: FuturesApi): Readonly<Record<string, Route>> {
  const { root, others = {}, ...own } = api;
  const answers = answersOf(api.traded);
  const all: Record<string, Route> = {};
  const add = (
    name: string,
    takes: Readonly<Partial<Record<Limit, Cost>>>,
    isSigned = false,
  ): void => {
    const answer = (visit: Visit): unknown => answers(name.replace(` ${root}`, " "), visit);
    all[name] = { takes, signed: isSigned, answer };
  };
  const below = (routes: Readonly<Record<string, Taken>>, isSigned: boolean): void => {
    for (const [name, [requestWeight, orders10s, orders1m]] of Object.entries(routes)) {
      const orders =
        orders10s === undefined || orders1m === undefined ? {} : { orders10s, orders1m };
      add(name.replace(" ", ` ${root}`), { requestWeight, ...orders }, isSigned);
    }
  };
  below({ ...open, ...own.open }, false);
  below({ ...signed, ...own.signed }, true);
  for (const [name, limit] of Object.entries(others)) add(name, { [limit]: 1 });
  return all;
}

function used(_: Visit, { requestWeight, orders10s, orders1m }: PoolStates) {
  const headers: Record<string, string> = {};
  if (requestWeight !== undefined) headers["X-MBX-USED-WEIGHT-1M"] = String(requestWeight.used);
  if (orders10s !== undefined) headers["X-MBX-ORDER-COUNT-10S"] = String(orders10s.used);
  if (orders1m !== undefined) headers["X-MBX-ORDER-COUNT-1M"] = String(orders1m.used);
  return headers;
}
