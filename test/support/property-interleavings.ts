/**
 * All orders in which weighted requests are sent, counted and answered while somebody else uses the limit
 * and its window turns, and what an accounting believes after each event.
 *
 *     seen by the client     send, answer with its figure, the boundary's interval begins, ends
 *     hidden from it         count, use by somebody else, turn of the window, fall of the counter
 *
 * What cannot be told apart is tried once: each history that a client can see, with all states in which
 * its exchange may be.
 */

import { closure, withState } from "./property-exchange.ts";
import type { Server } from "./property-exchange.ts";

/** An accounting under the check, told the time of each event. */
export type Believer = {
  send(cost: number, request: number, nowMs: number): void;
  answer(
    answer: Readonly<{ cost: number; request: number; used: number; sentMs: number }>,
    nowMs: number,
  ): void;
  /** By the clock the window has certainly turned. */
  turned?(nowMs: number): void;
  /** What it holds for used, all told. */
  used(nowMs: number): number;
};

export type World = Readonly<{
  costs: readonly number[];
  /** How often somebody else may use the limit, 3 each time. */
  others: number;
  /**
   * Whether a window turns once: within an interval that the client knows, or whenever it likes. An answer
   * that straddles a known interval need not have told of others.
   */
  turns?: "known" | "hidden";
  /** How often the counter may fall, by 2. */
  falls?: number;
  startMs: number;
  /** When the interval of a known turn begins and when it is over. */
  nearMs?: number;
  overMs?: number;
  /** Only one in so many of the histories, where all would take too long. */
  oneIn?: number;
  /** Ends as soon as this is above 0. */
  until?: "over" | "settled";
  make: () => Believer;
}>;

export type Verdict = Readonly<{
  /** How many histories were seen by a client to their end. */
  histories: number;
  /** In how many states of an exchange a belief was checked. */
  states: number;
  /** By how much it ever believed in more room than there was, and after which events. */
  over: number;
  example: string;
  /** The most that it was too careful by after one round trip alone. */
  settled: number;
}>;

/** One thing that the client sees. */
type Move =
  | Readonly<{ what: "send" | "near" | "over"; request: number; used?: undefined }>
  | Readonly<{ what: "answer"; request: number; used: number }>;

const eventMs = 10;

export function everyOrder(world: World): Verdict {
  return new Exploration(world).run();
}

class Exploration {
  readonly #world: World;
  readonly #verdict = { histories: 0, states: 0, over: 0, example: "", settled: 0 };
  readonly #history: Move[] = [];
  /** Subtrees are left out at this depth. */
  readonly #cutDepth: number;
  #cuts = 0;

  constructor(world: World) {
    this.#world = world;
    this.#cutDepth = world.costs.length + 1;
  }

  run(): Verdict {
    const { costs, others, falls = 0, turns } = this.#world;
    const each = <Value>(value: Value): Value[] => costs.map(() => value);
    const server: Server = {
      used: 0,
      foreign: 0,
      told: 0,
      states: each(0),
      figures: each(0),
      foreigns: each(0),
      present: each(false),
      othersLeft: others,
      fallsLeft: falls,
      turnsLeft: turns === "hidden" ? 1 : 0,
    };
    this.#explore(new Player(this.#world), closure([server], costs));
    return this.#verdict;
  }

  #explore(player: Player, servers: readonly Server[]): void {
    this.#check(player, servers);
    const [any] = servers;
    const { until } = this.#world;
    if (any === undefined || (until !== undefined && this.#verdict[until] > 0)) return;
    if (this.#history.length === this.#cutDepth) {
      this.#cuts += 1;
      if (this.#cuts % (this.#world.oneIn ?? 1) !== 0) return;
    }
    let used = false;
    const follow = (move: Move, next: readonly Server[]): void => {
      if (next.length === 0) return;
      this.#history.push(move);
      // The first goes on with this player; others begin anew and see the same.
      const follower = used ? new Player(this.#world) : player;
      for (const past of used ? this.#history : [move]) follower.play(past);
      used = true;
      this.#explore(follower, closure(next, this.#world.costs));
      this.#history.pop();
    };
    const unsent = any.states.indexOf(0);
    // What the client sees next may depend on what it has seen so far and on nothing else.
    const moves: [Move, readonly Server[]][] = [];
    if (unsent >= 0) {
      const sent = servers.map((server) => withState(server, unsent, 1));
      moves.push([{ what: "send", request: unsent }, sent]);
    }
    moves.push(...answers(servers, player.straddles), ...this.#clock(player, servers));
    for (const [move, next] of moves) follow(move, next);
    if (used) return;
    this.#verdict.histories += 1;
    this.#settle(servers);
  }

  /** The boundary's interval begins; later it is over, and the window has turned within it. */
  #clock(player: Player, servers: readonly Server[]): [Move, readonly Server[]][] {
    if (this.#world.turns !== "known" || player.phase === "after") return [];
    if (player.phase === "before") {
      const near = servers.map((server) => ({ ...server, turnsLeft: 1 }));
      return [[{ what: "near", request: -1 }, near]];
    }
    const over = servers.filter(({ turnsLeft }) => turnsLeft === 0);
    return [[{ what: "over", request: -1 }, over]];
  }

  #check(player: Player, servers: readonly Server[]): void {
    const { costs } = this.#world;
    const believed = player.used();
    for (const { used, foreign, told, states } of servers) {
      this.#verdict.states += 1;
      const inFlight = costs.reduce(
        (sum, cost, request) => sum + (states[request] === 1 ? cost : 0),
        0,
      );
      const over = used - (foreign - told) + inFlight - believed;
      if (over <= this.#verdict.over + 1e-6) continue;
      this.#verdict.over = over;
      this.#verdict.example = this.#history
        .map(({ what, request, used: figure }) => `${what} ${request} ${figure ?? ""}`)
        .join(", ");
    }
  }

  /** One round trip alone, from every state. */
  #settle(servers: readonly Server[]): void {
    const request = this.#world.costs.length;
    for (const used of new Set(servers.map((server) => server.used + 1))) {
      const player = new Player(this.#world);
      for (const move of this.#history) player.play(move);
      player.play({ what: "send", request });
      player.play({ what: "answer", request, used });
      this.#verdict.settled = Math.max(this.#verdict.settled, player.used() - used);
    }
  }
}

/** A client that sees one history. */
class Player {
  phase: "before" | "within" | "after" = "before";
  /** Requests whose way touches the boundary's interval. */
  readonly straddles = new Set<number>();
  readonly #world: World;
  readonly #believer: Believer;
  readonly #sentMs = new Map<number, number>();
  #nowMs: number;

  constructor(world: World) {
    this.#world = world;
    this.#believer = world.make();
    this.#nowMs = world.startMs;
  }

  play({ what, request, used }: Move): void {
    const { costs, nearMs = 0, overMs = 0 } = this.#world;
    this.#nowMs += eventMs;
    const cost = costs[request] ?? 1;
    if (what === "send") {
      this.#sentMs.set(request, this.#nowMs);
      if (this.phase === "within") this.straddles.add(request);
      this.#believer.send(cost, request, this.#nowMs);
    } else if (what === "answer") {
      const sentMs = this.#sentMs.get(request) ?? 0;
      this.#sentMs.delete(request);
      this.#believer.answer({ cost, request, used, sentMs }, this.#nowMs);
    } else if (what === "near") {
      this.phase = "within";
      this.#nowMs = nearMs;
      for (const open of this.#sentMs.keys()) this.straddles.add(open);
    } else {
      this.phase = "after";
      this.#nowMs = overMs;
      this.#believer.turned?.(overMs);
    }
  }

  used(): number {
    return this.#believer.used(this.#nowMs);
  }
}

/** Each answer that may come next, with the exchanges that would give it. */
function answers(
  servers: readonly Server[],
  straddles: ReadonlySet<number>,
): [Move, readonly Server[]][] {
  const moves: [Move, readonly Server[]][] = [];
  for (const request of servers[0]?.states.keys() ?? []) {
    const byFigure = new Map<number, Server[]>();
    for (const server of servers) {
      if (server.states[request] !== 2) continue;
      const told =
        server.present[request] === true && !straddles.has(request)
          ? Math.max(server.told, server.foreigns[request] ?? 0)
          : server.told;
      const used = server.figures[request] ?? 0;
      const alike = byFigure.get(used) ?? [];
      alike.push({ ...withState(server, request, 3), told });
      byFigure.set(used, alike);
    }
    for (const [used, next] of byFigure) moves.push([{ what: "answer", request, used }, next]);
  }
  return moves;
}
