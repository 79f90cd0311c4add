/**
 * How Bybit counts, written a second time.
 * https://github.com/bybit-exchange/docs/blob/072c197/docs/v5/rate-limit/rate-limit.mdx, read 2026-11.
 */
import { rollingLog } from "headgate/emulator";
import type { CountingModel, ServerPool, Visit } from "headgate/emulator";
import type { No } from "./server-refusals.ts";

/** 600 in 5 seconds for an address; above that it is shut out. */
export const ofAddress = (): ServerPool<No> => ({
  model: rollingLog({ max: 600, windowMs: 5_000 }),
  max: 600,
  windowMs: 5_000,
  whose: ({ request }) => request.ip,
  refusal: "tooFrequent",
});

/** Of one endpoint, for each account. */
export function ofAccount(max: number, windowMs = 1_000): ServerPool<No> {
  return {
    model: rollingLog({ max, windowMs }),
    max,
    windowMs,
    whose: ({ caller }) => caller?.name ?? "",
    refusal: "tooManyVisits",
  };
}

/** Of one endpoint, for each account and category; linear and inverse have one together. */
export function ofCategory(spot: number, futures = 10, option = 10): ServerPool<No> {
  const sizes: Readonly<Record<string, number>> = { spot, futures, option };
  const models = new Map<string, CountingModel>();
  const maxOf = (key: string): number => sizes[key.slice(key.lastIndexOf(":") + 1)] ?? futures;
  const modelOf = (key: string): CountingModel => {
    const model = models.get(key) ?? rollingLog({ max: maxOf(key), windowMs: 1_000 });
    models.set(key, model);
    return model;
  };
  return {
    model: {
      offer: (key, weight, nowMs) => modelOf(key).offer(key, weight, nowMs),
      get size() {
        return models.size;
      },
    },
    max: maxOf,
    windowMs: 1_000,
    whose: (visit) => `${visit.caller?.name ?? ""}:${categoryOf(visit)}`,
    refusal: "tooManyVisits",
  };
}

function categoryOf({ params }: Visit): string {
  const { category } = params;
  return category === "spot" || category === "option" ? category : "futures";
}
