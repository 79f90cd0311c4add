/**
 * An exchange in one order of events, and what it may do without a client seeing it: count a request, count
 * somebody else, begin another window, let its counter fall.
 */

/** An exchange: what it counts, of whom, and how far each request is. */
export type Server = Readonly<{
  used: number;
  /** Counted of others in the present window, and by how much of it answers have told. */
  foreign: number;
  told: number;
  /** 0 unsent, 1 in flight, 2 counted, 3 answered. */
  states: readonly number[];
  /** The figure of each request, what was foreign in it, and whether its window is the present one. */
  figures: readonly number[];
  foreigns: readonly number[];
  present: readonly boolean[];
  othersLeft: number;
  fallsLeft: number;
  turnsLeft: number;
}>;

const othersCost = 3;
const fallBy = 2;

/** All that may have happened since, without the client seeing it. */
export function closure(servers: readonly Server[], costs: readonly number[]): readonly Server[] {
  const known = new Map<string, Server>();
  const left = [...servers];
  for (let server = left.pop(); server !== undefined; server = left.pop()) {
    const key = Object.values(server).join(" ");
    if (known.has(key)) continue;
    known.set(key, server);
    left.push(...hidden(server, costs));
  }
  return [...known.values()];
}

/** What may happen next without the client seeing it. */
function hidden(server: Server, costs: readonly number[]): Server[] {
  const { used, foreign, othersLeft, fallsLeft, turnsLeft } = server;
  const next: Server[] = [];
  server.states.forEach((state, request) => {
    if (state !== 1) return;
    const counted = used + (costs[request] ?? 0);
    next.push({
      ...withState(server, request, 2),
      used: counted,
      figures: server.figures.with(request, counted),
      foreigns: server.foreigns.with(request, foreign),
      present: server.present.with(request, true),
    });
  });
  if (othersLeft > 0) {
    const more = { used: used + othersCost, foreign: foreign + othersCost };
    next.push({ ...server, ...more, othersLeft: othersLeft - 1 });
  }
  if (fallsLeft > 0 && used >= fallBy) {
    next.push({ ...server, used: used - fallBy, fallsLeft: fallsLeft - 1 });
  }
  if (turnsLeft > 0) {
    const present = server.present.map(() => false);
    next.push({ ...server, used: 0, foreign: 0, told: 0, present, turnsLeft: turnsLeft - 1 });
  }
  return next;
}

export function withState(server: Server, request: number, state: number): Server {
  return { ...server, states: server.states.with(request, state) };
}
