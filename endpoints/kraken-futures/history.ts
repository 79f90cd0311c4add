/**
 * What was: a pool of its own, by how many entries are asked for.
 * https://docs.kraken.com/api/docs/guides/futures-rate-limits, read 2026-11.
 *
 * Paths and parameters: https://docs.kraken.com/api/docs/futures-api/history/account-log, read 2026-11.
 */
import { get } from "headgate";
import { z } from "zod";
import { anything } from "./schemas.ts";

const signed = { auth: "signed", weight: { history: 1 } } as const;
const instant = z.number().int().optional();

/** A page of events; `since` and `before` in epoch ms. */
const events = {
  params: z.strictObject({
    since: instant,
    before: instant,
    sort: z.enum(["asc", "desc"]).optional(),
    continuation_token: z.string().optional(),
    count: z.number().int().min(1).optional(),
  }),
  answer: z.looseObject({ elements: z.array(z.looseObject({ uid: z.string() })) }),
};

/** What up to so many entries cost. */
const costs = [
  [25, 1],
  [50, 2],
  [1_000, 3],
  [5_000, 6],
  [100_000, 10],
] as const;

export const history = {
  historyOrders: get("/api/history/v3/orders", { ...signed, ...events }),
  historyExecutions: get("/api/history/v3/executions", { ...signed, ...events }),
  historyTriggers: get("/api/history/v3/triggers", { ...signed, ...events }),
  accountLog: get("/api/history/v3/account-log", {
    auth: "signed",
    params: z.strictObject({
      since: instant,
      before: instant,
      from: instant,
      to: instant,
      sort: z.enum(["asc", "desc"]).optional(),
      info: z.string().optional(),
      count: z.number().int().min(1).max(100_000).optional(),
    }),
    answer: z.looseObject({
      accountUid: z.string(),
      logs: z.array(z.looseObject({ id: z.number() })),
    }),
    weight: { history: ({ count = 500 }) => costs.find(([most]) => count <= most)?.[1] ?? 10 },
  }),
  /** As a table: its answer is text. */
  accountLogCsv: get("/api/history/v3/accountlogcsv", {
    ...anything,
    auth: "signed",
    weight: { history: 6 },
  }),
};
