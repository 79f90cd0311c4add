/**
 * Bitget's server side, as far as a bot meets it: its limits, its header, its signature, its every no.
 * Its numbers are written a second time, from the documentation and not from `index.ts`.
 */
import { createHmac } from "node:crypto";
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
import { resultsOf } from "./server-answers.ts";
import { callsPerSecond } from "./server-limits.ts";
import { refusals } from "./server-refusals.ts";
import type { No } from "./server-refusals.ts";

export { refusals } from "./server-refusals.ts";

/** Makes Bitget's server side, for accounts that lead nobody. */
export function serverSide(options: ServerOptions = {}): ServerSide {
  return defineServer<"ip", No>(
    {
      pools: { ip: { ...counted(6_000, 60_000), whose: byAddress, refusal: "tooManyOfAddress" } },
      main: "ip",
      routes: routes(),
      refusals,
      keyOf: ({ request }) => request.headers["access-key"],
      checkSignature,
      withoutKey: "wrongSign",
      notFound: { status: 404, headers: {}, body: "" },
      headers: remaining,
    },
    options,
  );
}

const byAddress = ({ request }: Visit): string => request.ip;
const byAccount = ({ caller }: Visit): string => caller?.name ?? "";

/** How it counts is not documented: over the last window, which is the strictest. */
function counted(
  max: number,
  windowMs: number,
): Pick<ServerPool<No>, "model" | "max" | "windowMs"> {
  return { model: rollingLog({ max, windowMs }), max, windowMs };
}

function routes(): Readonly<Record<string, ServerRoute<"ip", No>>> {
  const all: Record<string, ServerRoute<"ip", No>> = {};
  const results = resultsOf();
  const answerOf = (name: string) => (visit: Visit) => {
    const data = results[name]?.(visit) ?? {};
    return { code: "00000", msg: "success", requestTime: visit.nowMs, data };
  };
  for (const { signed, rates } of callsPerSecond) {
    const whose = signed ? byAccount : byAddress;
    for (const [name, max] of Object.entries(rates)) {
      all[name] = {
        takes: { ip: 1, own: 1 },
        own: { ...counted(max, 1_000), whose, refusal: "tooManyRequests" },
        signed,
        answer: answerOf(name),
      };
    }
  }
  // What other clients ask for when they begin. Its own limit is not among those that are declared.
  const margins = "GET /api/v2/margin/currencies";
  all[margins] = { takes: { ip: 1 }, answer: answerOf(margins) };
  return all;
}

/** What remains of the endpoint's own limit, with this call counted. */
function remaining(_: Visit, { own }: PoolStates): Readonly<Record<string, string>> {
  if (own === undefined) return {};
  return { "x-mbx-used-remain-limit": String(Math.max(0, own.max - own.used)) };
}

/** https://www.bitget.com/api-doc/common/signature, read 2026-11. */
function checkSignature({ request, nowMs }: Visit, account: ServerAccount): No | undefined {
  const { headers, method, path, query, body } = request;
  const timestamp = headers["access-timestamp"] ?? "";
  if (!(Math.abs(Number(timestamp) - nowMs) <= 30_000)) return "expired";
  const payload = `${timestamp}${method}${path}${query === "" ? "" : `?${query}`}${body}`;
  const expected = createHmac("sha256", account.secret).update(payload).digest("base64");
  const isTheirs = headers["access-passphrase"] === account.passphrase;
  return headers["access-sign"] === expected && isTheirs ? undefined : "wrongSign";
}
