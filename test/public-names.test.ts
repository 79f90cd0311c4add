/** The public names are a promise: one that comes, goes or changes its spelling shows here. */
import { readFileSync } from "node:fs";
import * as headgate from "headgate";
import { expect, test } from "vitest";

const source = readFileSync(new URL("../src/index.ts", import.meta.url), "utf8");

/** The names that `index.ts` lists in `export { a, b as c }` or `export type { ... }`, as users see them. */
function listed(keyword: "export" | "export type"): readonly string[] {
  const lists = source.matchAll(new RegExp(`^${keyword} \\{([^}]*)\\}`, "gm"));
  const names = [...lists].flatMap(([, list = ""]) => list.split(","));
  return names
    .map((name) => name.replace(/^.* as /, "").trim())
    .filter((name) => name !== "")
    .toSorted();
}

test("the package exports these values", () => {
  expect(Object.keys(headgate).toSorted()).toMatchInlineSnapshot(`
    [
      "AnswerTooLargeError",
      "BlockedError",
      "BudgetExhaustedError",
      "ClosedError",
      "HeadgateError",
      "InvalidCallError",
      "LineFullError",
      "MemoryLedger",
      "NotSentError",
      "RefusedError",
      "TransportError",
      "UnknownOutcomeError",
      "VirtualClock",
      "WaitTooLongError",
      "WeightExceedsLimitError",
      "WithdrawnError",
      "createClient",
      "createGate",
      "defineVenue",
      "del",
      "fetchTransport",
      "get",
      "headerNumber",
      "jwt",
      "nonces",
      "patch",
      "post",
      "privateKeyScheme",
      "put",
      "signature",
      "standardHeaders",
      "systemClock",
      "throttled",
      "undiciTransport",
    ]
  `);
});

test("the package exports these types", () => {
  expect(listed("export type")).toMatchInlineSnapshot(`
    [
      "Account",
      "Adopted",
      "Answer",
      "Ask",
      "Call",
      "CallOptions",
      "Callable",
      "Change",
      "Charge",
      "Client",
      "ClientOptions",
      "Clock",
      "Counting",
      "Denial",
      "Dimension",
      "Draw",
      "Ending",
      "Endpoint",
      "EndpointSpec",
      "EventName",
      "Events",
      "Fitting",
      "FlatLimit",
      "FullAnswer",
      "Gate",
      "GateOptions",
      "Item",
      "Ledger",
      "Level",
      "Limit",
      "LocalGate",
      "Outcome",
      "Outgoing",
      "Permit",
      "Price",
      "Priority",
      "Reader",
      "Refusal",
      "Refused",
      "Rejection",
      "Replies",
      "Reply",
      "Report",
      "Reservation",
      "Resolution",
      "Scheme",
      "Scope",
      "Search",
      "Sends",
      "Signer",
      "Stamp",
      "Throttled",
      "ThrottledOptions",
      "Timeouts",
      "Timer",
      "TokenOptions",
      "Transport",
      "Venue",
      "WaitOptions",
      "Weight",
      "WireAnswer",
      "WireHeaders",
      "WireRequest",
    ]
  `);
});

test("every public name is listed one by one", () => {
  expect(listed("export")).toEqual(Object.keys(headgate).toSorted());
});
