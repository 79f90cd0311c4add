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
    for (const [name, report] of Object.entries(reader(answer))) {
      if (report !== undefined) reports[name] = { ...reports[name], ...said(report) };
    }
  }
  return reports;
}

/** Without what it does not say, which must not hide what another reader has found. */
function said(report: Report): Report {
  return Object.fromEntries(Object.entries(report).filter(([, figure]) => figure !== undefined));
}

/** When the exchange answered by its own clock: in the body where the venue knows it, else by `Date`. */
export function stampOf(venue: Pick<Venue, "serverTimeMs">, answer: Answer): Stamp | undefined {
  const exactMs = venue.serverTimeMs?.(answer);
  if (exactMs !== undefined && Number.isFinite(exactMs)) return { serverMs: exactMs, stepMs: 1 };
  const serverMs = dateMs(answer);
  return serverMs === undefined ? undefined : { serverMs, stepMs: 1_000 };
}
