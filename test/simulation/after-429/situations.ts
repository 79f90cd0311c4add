/** What is the matter with the exchange, for how long it is watched, and what has to be reached. */
import { declaredMax } from "./rules.ts";
import { windowMs } from "./server.ts";

export const situations = [
  "true limit 60 %",
  "half taken for half an hour",
  "four processes",
  "incident of five minutes",
  "one refusal at 2 % load",
] as const;
export type SituationName = (typeof situations)[number];

/** From one minute to another. */
type Minutes = readonly [from: number, until: number];

export type Situation = Readonly<{
  minutes: number;
  processes: number;
  /** What of the declared limit there is in the window that begins at an instant. */
  part: (atMs: number) => number;
  /** What of the declared limit others use then. */
  others: (atMs: number) => number;
  /** Calls per minute, and the figure is what they are left with; as many as may go where it is left out. */
  calls?: number;
  /** What the figures are about. */
  used: Minutes;
  refused: Minutes;
  /** When it is over. */
  over?: number;
  aim: Aim;
}>;

/** Medians, and the worst of all seeds where there is a figure for it. */
type Aim = Readonly<{
  refusedPerHour: number;
  refusedPerHourWorst?: number;
  utilisation: number;
  jain?: number;
  recoveryMinutes?: number;
  recoveryMinutesWorst?: number;
}>;

const within =
  ([from, until]: Minutes, inside: number, outside: number) =>
  (atMs: number): number =>
    atMs >= from * windowMs && atMs < until * windowMs ? inside : outside;

const all = (): number => 1;
const none = (): number => 0;

export function situationOf(name: SituationName): Situation {
  switch (name) {
    case "true limit 60 %":
      return {
        minutes: 240,
        processes: 1,
        part: () => 0.6,
        others: none,
        used: [60, 240],
        refused: [60, 240],
        aim: { refusedPerHour: 4, utilisation: 0.86 },
      };
    case "half taken for half an hour":
      return {
        minutes: 80,
        processes: 1,
        part: all,
        others: within([10, 40], 0.5, 0),
        used: [20, 40],
        refused: [10, 40],
        over: 40,
        aim: {
          refusedPerHour: 16,
          refusedPerHourWorst: 24,
          utilisation: 0.85,
          recoveryMinutes: 15,
          recoveryMinutesWorst: 30,
        },
      };
    case "four processes":
      return {
        minutes: 240,
        processes: 4,
        part: all,
        others: none,
        used: [60, 240],
        refused: [60, 240],
        aim: { refusedPerHour: 6, utilisation: 0.88, jain: 0.95 },
      };
    case "incident of five minutes":
      return {
        minutes: 95,
        processes: 1,
        part: within([30, 35], 0.3, 1),
        others: none,
        used: [65, 95],
        // All that the incident brings, also after its end.
        refused: [30, 90],
        over: 35,
        aim: { refusedPerHour: 5, utilisation: 0.85, recoveryMinutes: 15 },
      };
    case "one refusal at 2 % load":
      return {
        minutes: 70,
        processes: 1,
        // Others have used up one window.
        part: within([10, 11], 0, 1),
        others: none,
        calls: 0.02 * declaredMax,
        used: [10, 70],
        refused: [10, 70],
        aim: { refusedPerHour: 1, utilisation: 0.6 },
      };
  }
}
