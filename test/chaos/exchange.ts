/**
 * The exchange that all workers call, over real HTTP, and all that it has counted: one route whose limit
 * rolls, one whose windows are aligned to the epoch, each strictly and for one account.
 */
import { defineServer, fixedWindow, rollingLog, startEmulator } from "headgate/emulator";
import type { Counted, Emulator } from "headgate/emulator";

export const max = 200;
export const windowMs = 2_000;

export type Exchange = Readonly<{
  origin: string;
  counted: readonly Counted[];
  close: Emulator["close"];
}>;

export async function startExchange(): Promise<Exchange> {
  const side = defineServer<"rolling" | "aligned", "tooMany">({
    pools: {
      rolling: { model: rollingLog({ max, windowMs }), ...pool },
      aligned: { model: fixedWindow({ max, windowMs, starts: "aligned" }), ...pool },
    },
    main: "rolling",
    routes: {
      "GET /rolling": { takes: { rolling: 1 }, answer: () => ({}) },
      "GET /aligned": { takes: { aligned: 1 }, answer: () => ({}) },
    },
    refusals: {
      tooMany: {
        status: 429,
        headers: (_, waitMs) => ({ "Retry-After": `${Math.ceil(waitMs / 1_000)}` }),
        body: {},
        kind: "quota",
        executed: "no",
      },
    },
    notFound: { status: 404, headers: {}, body: "{}" },
    headers: ({ nowMs }) => ({ "x-time": `${nowMs}` }),
  });
  const counted: Counted[] = [];
  side.onCounted((one) => counted.push(one));
  const { origin, close } = await startEmulator(side);
  return { origin, counted, close };
}

const pool = { max, windowMs, whose: () => "maker", refusal: "tooMany" } as const;

/** The most that a window held of what was let through, as a share of the limit. */
export function mostInWindowShare(counted: readonly Counted[]): number {
  const accepted = counted.filter(({ outcome }) => outcome === "accepted");
  const at = (path: string): readonly number[] =>
    accepted.filter((one) => one.path === path).map(({ atMs }) => atMs);
  const aligned = new Map<number, number>();
  for (const atMs of at("/aligned")) {
    const window = Math.floor(atMs / windowMs);
    aligned.set(window, (aligned.get(window) ?? 0) + 1);
  }
  const rolling = at("/rolling");
  let from = 0;
  let most = Math.max(0, ...aligned.values());
  for (const [index, atMs] of rolling.entries()) {
    while ((rolling[from] ?? atMs) <= atMs - windowMs) from += 1;
    most = Math.max(most, index + 1 - from);
  }
  return most / max;
}
