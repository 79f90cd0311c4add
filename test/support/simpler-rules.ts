/**
 * Rules that bring a used figure together with what is in flight, simpler than ours. All of them are in use
 * somewhere, and each is wrong in some order of events.
 */
import type { Believer } from "./property-interleavings.ts";

/** Tokens are what remains, without what is in flight. */
function naive(): Believer {
  let used = 0;
  return {
    send: (cost) => void (used += cost),
    answer: (answer) => void (used = answer.used),
    turned: () => void (used = 0),
    used: () => used,
  };
}

/** Tokens are the least of own and remaining. */
function minOnly(): Believer {
  let used = 0;
  return {
    send: (cost) => void (used += cost),
    answer: (answer) => void (used = Math.max(used, answer.used)),
    turned: () => void (used = 0),
    used: () => used,
  };
}

/** A figure and what is in flight now; `next` says what figure holds after an answer. */
function besideInFlight(
  next: (held: number, answer: Readonly<{ used: number; request: number }>) => number,
  turns: "forgets" | "never",
): Believer {
  let held = 0;
  let inFlight = 0;
  return {
    send: (cost) => void (inFlight += cost),
    answer(answer) {
      held = next(held, answer);
      inFlight -= answer.cost;
    },
    turned: () => void (held = turns === "forgets" ? 0 : held),
    used: () => held + inFlight,
  };
}

const minusInflight = (): Believer => besideInFlight((_held, { used }) => used, "forgets");

/** Answers to requests older than the newest are dropped. */
function minusInflightNewestSent(): Believer {
  let newest = -1;
  return besideInFlight((held, { used, request }) => {
    if (request < newest) return held;
    newest = request;
    return used;
  }, "forgets");
}

/** The largest figure, whatever its window: never lower again. */
const maxUnoEpoch = (): Believer =>
  besideInFlight((held, { used }) => Math.max(held, used), "never");

/** The boundary is a point: what is answered before it is forgotten at it. */
const maxUpointClock = (): Believer =>
  besideInFlight((held, { used }) => Math.max(held, used), "forgets");

/** Completed when a request was sent counts as contained in its figure; only the newest sent is heard. */
function happensBefore(): Believer {
  let [sent, completed, used, base, newest] = [0, 0, 0, 0, -1];
  const before = new Map<number, number>();
  return {
    send(cost, request) {
      sent += cost;
      before.set(request, completed);
    },
    answer(answer) {
      completed += answer.cost;
      if (answer.request < newest) return;
      newest = answer.request;
      used = answer.used;
      base = (before.get(answer.request) ?? 0) + answer.cost;
    },
    used: () => used + sent - base,
  };
}

/** The same, with what has completed by now. */
function hbWrongA(): Believer {
  let [sent, completed, used, newest] = [0, 0, 0, -1];
  return {
    send: (cost) => void (sent += cost),
    answer(answer) {
      completed += answer.cost;
      if (answer.request < newest) return;
      newest = answer.request;
      used = answer.used;
    },
    used: () => used + sent - completed,
  };
}

/** Right within a window, and full again at its end: what is in flight then is forgotten. */
function refilledAtReset(): Believer {
  let [held, inFlight, forgotten] = [0, 0, 0];
  return {
    send: (cost) => void (inFlight += cost),
    answer({ cost, used }) {
      held = Math.max(held, used);
      if (forgotten > 0) forgotten -= cost;
      else inFlight -= cost;
    },
    turned() {
      forgotten = inFlight;
      [held, inFlight] = [0, 0];
    },
    used: () => held + inFlight,
  };
}

/** By the name of each rule, what it gets wrong: too much room, or never exact again. */
export const simplerRules: Readonly<
  Record<string, Readonly<{ make: () => Believer; wrong: "over" | "settled" }>>
> = {
  naive: { make: naive, wrong: "over" },
  minOnly: { make: minOnly, wrong: "over" },
  minusInflight: { make: minusInflight, wrong: "over" },
  minusInflightNewestSent: { make: minusInflightNewestSent, wrong: "over" },
  maxU_noEpoch: { make: maxUnoEpoch, wrong: "settled" },
  happensBefore: { make: happensBefore, wrong: "over" },
  maxU_pointClock: { make: maxUpointClock, wrong: "over" },
  hbWrongA: { make: hbWrongA, wrong: "over" },
  refilledAtReset: { make: refilledAtReset, wrong: "over" },
};
