/** What an answer says about limits, as its venue reads it. */
import type { Report, Stamp } from "../limits/bucket.ts";
import type { Answer } from "./endpoint.ts";
import { dateMs } from "./retry-after.ts";
import type { Venue } from "./venue.ts";

/** Reads all reports of an answer, by limit; `own` is what the endpoint alone drew from. */
export function readReports(
  venue: Pick<Venue, "reports">,
  answer: Answer,
): Readonly<Record<string, Report | undefined>> {
  const reports: Record<string, Report> = {};
  for (const reader of venue.reports ?? []) {
    const read = reader(answer);
    for (const name of Object.keys(read)) {
      const report = read[name];
      if (report === undefined) continue;
      const known = reports[name];
      const figures = said(report);
      if (figures !== undefined)
        reports[name] = known === undefined ? figures : { ...known, ...figures };
    }
  }
  return reports;
}

/** Without what it does not say, which must not hide what another reader has found. */
function said(report: Report): Report | undefined {
  const figures = Object.values(report);
  if (!figures.includes(undefined)) return figures.length > 0 ? report : undefined;
  const told = Object.entries(report).filter(([, figure]) => figure !== undefined);
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

/** When the exchange answered by its own clock: in the body where the venue knows it, else by `Date`. */
export function stampOf(venue: Pick<Venue, "serverTimeMs">, answer: Answer): Stamp | undefined {
  const exactMs = venue.serverTimeMs?.(answer);
  if (exactMs !== undefined && Number.isFinite(exactMs)) return { serverMs: exactMs, stepMs: 1 };
  // What comes out of a cache is as old as it says.
  const isCached = Number(answer.header("age") ?? 0) > 0;
  const serverMs = isCached ? undefined : dateMs(answer);
  return serverMs === undefined ? undefined : { serverMs, stepMs: 1_000 };
}
