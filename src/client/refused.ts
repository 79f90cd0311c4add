/** A refusal as the caller gets it: all that an answer would have had, and what the no is about. */
import type { Item } from "../venue/endpoint.ts";
import type { Outgoing } from "../venue/signing.ts";
import type { Rejection } from "../venue/refusals.ts";
import type { Attempts } from "./decide.ts";
import { RefusedError } from "./errors.ts";
import type { Carried } from "./carrier.ts";
import type { Desk, Prepared } from "./prepare.ts";
import { headersOf } from "./headers.ts";
import { redacted, secretsIn } from "./secrets.ts";
import type { Verdict } from "./verdict.ts";
import { answerOf } from "./wire.ts";

const snippetLength = 200;

export function refusedError(
  desk: Desk,
  call: Prepared,
  at: Verdict &
    Readonly<{
      rejection: Rejection;
      executed: RefusedError["executed"];
      items: readonly Item[] | undefined;
      request: Outgoing;
      answer: Carried;
      attempts: Attempts;
    }>,
): RefusedError {
  const { rejection, reports, attempts } = at;
  const { kind, whose, waitMs } = rejection;
  const wire = withoutSecrets(at.answer, secretsIn(call, at.request));
  const answer = answerOf(wire);
  const meant = call.draws.filter(
    (draw) => draw.cost > 0 && reports[draw.key]?.refused !== undefined,
  );
  const [first] = meant;
  const usage = call.draws.flatMap(({ key, name }) => {
    const used = reports[key]?.used;
    return used === undefined ? [] : [[name, used] as const];
  });
  return new RefusedError({
    endpoint: call.name,
    status: wire.status,
    kind,
    executed: at.executed,
    retryable: kind === "quota" || kind === "overload" || kind === "ban",
    exchangeCode: desk.venue.code?.(answer),
    scope: whose ?? first?.limit.per[0],
    whose: whose === undefined ? (first?.whose ?? {}) : { [whose]: call.scope[whose] },
    limits: [...new Set(meant.map((draw) => draw.name))],
    retryAfterMs: waitMs,
    usage: Object.fromEntries(usage),
    snippet: wire.body.slice(0, snippetLength),
    items: at.items,
    cost: at.cost,
    attempts: attempts.count,
    waitedMs: attempts.waitedMs,
    answer: { headers: headersOf(wire.headers), body: answer.body },
  });
}

/** Whole, before anything is cut: half a key is a key. */
function withoutSecrets({ status, headers, body }: Carried, secrets: readonly string[]): Carried {
  const said = [...headersOf(headers)].map(([name, value]) => [name, redacted(value, secrets)]);
  return { status, headers: Object.fromEntries(said), body: redacted(body, secrets) };
}
