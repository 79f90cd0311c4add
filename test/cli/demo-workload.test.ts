import { MemoryLedger, VirtualClock, createClient } from "headgate";
import { emulate } from "headgate/emulator";
import { workload } from "headgate/endpoints/binance-spot/demo";
import type { Task, WorkloadCall } from "headgate/emulator";
import { expect, test } from "vitest";

/** The first calls of a task, all of them accepted. */
function callsOf(task: Task, count: number): readonly WorkloadCall[] {
  return Array.from({ length: count }, () => task.next(true).value).filter(
    (call): call is WorkloadCall => typeof call === "object",
  );
}

test("every call of the demo fits its endpoint, and its account exists", () => {
  const { venue, accounts, tasks, liveTasks } = workload();
  const calls = [...tasks(), ...liveTasks()].flatMap((task) => callsOf(task, 40));
  const names = calls.flatMap(({ account }) => (account === undefined ? [] : [account]));
  for (const name of new Set(names)) expect(accounts).toHaveProperty(name);
  for (const { endpoint, params } of calls) {
    expect(venue.endpoints[endpoint]?.params.safeParse(params)).toMatchObject({ success: true });
  }
});

test("it reads the books of forty symbols, and two accounts trade", () => {
  const calls = workload()
    .tasks()
    .flatMap((task) => callsOf(task, 40));
  const symbols = new Set(
    calls.filter(({ endpoint }) => endpoint === "depth").map(({ params }) => params["symbol"]),
  );
  expect(symbols.size).toBe(40);
  const cancels = calls.filter(({ measure }) => measure === "cancel");
  expect(new Set(cancels.map(({ account }) => account))).toEqual(new Set(["maker", "taker"]));
});

test("a live run makes public calls alone", () => {
  const { venue, liveTasks } = workload();
  const calls = liveTasks().flatMap((task) => callsOf(task, 20));
  expect(calls.length).toBeGreaterThan(0);
  for (const { endpoint } of calls) expect(venue.endpoints[endpoint]?.auth).toBe("none");
});

test("an order is cancelled only if it was placed, under the name it was placed with", () => {
  const { tasks } = workload();
  const orders = tasks().find((task) => task.next(false).value?.endpoint === "newOrder");
  const again = orders?.next(false).value;
  expect(again).toMatchObject({ endpoint: "newOrder", params: { newClientOrderId: "maker-0-2" } });
  expect(orders?.next(true).value).toMatchObject({
    endpoint: "cancelOrder",
    measure: "cancel",
    params: { origClientOrderId: "maker-0-2" },
  });
});

test("one seed is one workload, and another seed another", () => {
  const firstOf = (seed: number): unknown =>
    workload({ seed })
      .tasks()
      .map((task) => callsOf(task, 10));
  expect(firstOf(3)).toEqual(firstOf(3));
  expect(firstOf(3)).not.toEqual(firstOf(4));
});

test("client and server side have the same short limit", () => {
  const { limits, mainLimit, serverSide } = workload({ windowMs: 2_000 });
  expect(limits[mainLimit]).toEqual(serverSide().limit);
  expect(serverSide().limit).toEqual({ max: 480, windowMs: 2_000 });
});

test("the server side takes every order of the demo as one that rests", async () => {
  const { venue, accounts, serverSide, tasks } = workload();
  const clock = new VirtualClock();
  const transport = emulate(serverSide(), { clock });
  const ledger = new MemoryLedger({ clock });
  const maker = createClient(venue, { accounts, clock, transport, ledger }).as("maker");
  const orders = tasks()
    .flatMap((task) => callsOf(task, 60))
    .filter(({ endpoint, account }) => endpoint === "newOrder" && account === "maker");
  const statuses = new Set<unknown>();
  for (const { params } of orders) {
    const asked = { ...params, newOrderRespType: "RESULT" };
    const answer = await clock.run(maker["newOrder"]?.(asked, { maxWaitMs: 20_000 }) ?? noCall());
    statuses.add((answer as { status: unknown }).status);
  }
  expect(orders.length).toBeGreaterThan(40);
  expect([...statuses]).toEqual(["NEW"]);
});

function noCall(): never {
  throw new Error("The venue has no such endpoint.");
}
