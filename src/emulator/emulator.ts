/**
 * The server side of an exchange, to test against: what a venue's `server.ts` implements, and what the
 * loopback server and the simulations drive.
 *
 *     request -> [latency, faults, others] -> ServerSide.handle(request, nowMs) -> answer
 *
 * A server side counts with code of its own, never with that of `limits/`, so that it can prove it wrong.
 * It is pure: time is an argument, so it runs in virtual time as well.
 */

/** The request header that stands in for another egress address, so that one machine can have several. */
export const addressHeader = "x-emulator-ip";

/** A request as it arrived. */
export type ServerRequest = Readonly<{
  method: string;
  /** The host that it names, for an exchange that has several. @default any of them */
  host?: string;
  /** Without the query. */
  path: string;
  /** As it stood on the wire, without the `?`: signatures cover these bytes. */
  query: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Whose address it came from. */
  ip: string;
}>;

/** Status, headers and body. `Date` and a JSON content type are added on the way where they are missing. */
export type ServerAnswer = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/** What a server side tells about one request it saw: the truth to measure a client by. */
export type Counted = Readonly<{
  method: string;
  path: string;
  ip: string;
  /** What the exchange counted it as in its main limit, refused or not. */
  weight: number;
  /** What its window of the main limit holds with it, everybody's use included. */
  used: number;
  /** Refused for a limit (429), by a ban (418), or let through. */
  outcome: "accepted" | "refused" | "banned";
  /** When it was counted, epoch ms by the server's clock. */
  atMs: number;
  /** The window it was counted in, by the server's clock: the epoch ms at which it began. */
  windowStartMs: number;
  /** Until when its address is banned, epoch ms by the server's clock, where it is. */
  bannedUntilMs?: number;
}>;

/** One exchange's server side. */
export type ServerSide = {
  /** The main limit, of which others on the same address may take a share; a `max` of 0 where there is none. */
  readonly limit: Readonly<{ max: number; windowMs: number }>;
  /** Answers one request at `nowMs`, epoch ms of the server's own clock. */
  handle(request: ServerRequest, nowMs: number): ServerAnswer;
  /** Somebody else on the same address takes `weight` of the main limit. */
  useByOthers(ip: string, weight: number, nowMs: number): void;
  /** Is told of each request, after it was counted. Returns the way out. */
  onCounted(listener: (counted: Counted) => void): () => void;
};
