import { expect, test } from "vitest";
import { Known } from "../../../src/ledger/redis/known.ts";
import { Outbox } from "../../../src/ledger/redis/outbox.ts";

/** A call that has taken 1 of a window of that length, just now. */
function placed(outbox: Outbox, windowMs: number) {
  const key = `venue/${windowMs}`;
  const limit = { counted: "rolling-window", windowMs, max: 100, per: [] } as const;
  const of = new Known("headgate", { limit, name: key, whose: {}, key });
  const charge = { key, cost: 1, atMs: 0 };
  outbox.place(charge, { of, atUs: 1_000, atMs: 0, tries: false });
  return { charge, of };
}

test("a call that is late is told of when it is, behind one that may take longer", () => {
  const outbox = new Outbox();
  const minute = placed(outbox, 60_000);
  const second = placed(outbox, 1_000);
  expect(second.of.travelMs).toBeLessThan(minute.of.travelMs);
  expect(outbox.lateMs).toBe(second.of.travelMs);
  outbox.late(second.of.travelMs - 1);
  expect(outbox.take().all).toEqual([]);
  outbox.late(second.of.travelMs);
  expect(outbox.take().all).toMatchObject([{ kind: "late", of: second.of }]);
  expect(outbox.lateMs).toBe(Math.min(2 * second.of.travelMs, minute.of.travelMs));
});

test("where nothing is on its way nothing is late", () => {
  const outbox = new Outbox();
  const { charge } = placed(outbox, 1_000);
  outbox.ended({ charge, ending: {}, nowMs: 10, told: undefined });
  expect(outbox.lateMs).toBe(Infinity);
});
