/**
 * Every order in which weighted requests can be sent, counted and answered while somebody else uses the
 * limit once, and what an accounting believes after each event.
 */

type Event =
  | Readonly<{ what: "send" | "count" | "answer"; request: number }>
  | Readonly<{ what: "others" }>;

/** An accounting under the check, told the time of each event. */
export type Believer = {
  send(cost: number, request: number, nowMs: number): void;
  answer(
    answer: Readonly<{ cost: number; request: number; used: number; sentMs: number }>,
    nowMs: number,
  ): void;
  /** What it holds for used, all told. */
  used(nowMs: number): number;
};

export type Verdict = Readonly<{
  /** How many orders were tried. */
  orders: number;
  /** By how much it ever believed in more room than there was, and after which events. */
  over: number;
  example: string;
  /** The most that it was too careful by after one round trip alone. */
  settled: number;
}>;

const eventMs = 10;
const othersCost = 3;

/** Requests leave in their order; all else is free. */
export function everyOrder(
  of: Readonly<{ costs: readonly number[]; startMs: number; make: () => Believer }>,
): Verdict {
  const verdict = { orders: 0, over: 0, example: "", settled: 0 };
  const trace: Event[] = [];
  const states = of.costs.map(() => 0);
  const next = (what: Event): void => {
    trace.push(what);
    explore();
    trace.pop();
  };
  let others = false;
  const explore = (): void => {
    let ended = true;
    states.forEach((state, request) => {
      if (state === 3 || (state === 0 && request > 0 && states[request - 1] === 0)) return;
      ended = false;
      states[request] = state + 1;
      next({ what: (["send", "count", "answer"] as const)[state] ?? "send", request });
      states[request] = state;
    });
    if (!others) {
      others = true;
      next({ what: "others" });
      others = false;
    }
    if (!ended) return;
    const { over, settled } = judge(trace, of);
    verdict.orders += 1;
    verdict.settled = Math.max(verdict.settled, settled);
    if (over <= verdict.over) return;
    verdict.over = over;
    verdict.example = trace.map((event) => Object.values(event).join("")).join(" ");
  };
  explore();
  return verdict;
}

/** Plays one order, then one round trip alone. */
function judge(
  trace: readonly Event[],
  of: Readonly<{ costs: readonly number[]; startMs: number; make: () => Believer }>,
): { over: number; settled: number } {
  const believer = of.make();
  const requests = [...of.costs, 1].map((cost) => ({
    cost,
    sentMs: 0,
    used: 0,
    others: 0,
    state: 0,
  }));
  let server = 0;
  let foreign = 0;
  let told = 0;
  let over = 0;
  let nowMs = of.startMs;
  const alone = (["send", "count", "answer"] as const).map((what) => ({
    what,
    request: of.costs.length,
  }));
  for (const event of [...trace, ...alone]) {
    nowMs += eventMs;
    if (event.what === "others") {
      server += othersCost;
      foreign += othersCost;
    } else {
      const request = requests[event.request];
      if (request === undefined) continue;
      const { cost } = request;
      request.state += 1;
      if (event.what === "send") {
        request.sentMs = nowMs;
        believer.send(cost, event.request, nowMs);
      } else if (event.what === "count") {
        server += cost;
        Object.assign(request, { used: server, others: foreign });
      } else {
        told = Math.max(told, request.others);
        believer.answer({ ...request, request: event.request }, nowMs);
      }
    }
    const own = requests.reduce((sum, { cost, state }) => sum + (state > 0 ? cost : 0), 0);
    over = Math.max(over, own + told - believer.used(nowMs));
  }
  return { over, settled: believer.used(nowMs) - server };
}
