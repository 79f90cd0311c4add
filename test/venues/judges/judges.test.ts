/** What `npm run judges` checks, with the clients that are installed. */
import { describe, expect, test } from "vitest";
import type { ServerOptions, ServerSide } from "headgate/emulator";
import { bybitApi } from "./bybit-okx-clients.ts";
import { areInstalled, install } from "./clients.ts";
import { judged } from "./judge.ts";
import { judges } from "./judges.ts";

const skipped =
  "SKIPPED: the clients that judge are not installed. npm ci --prefix test/venues/clients";

// In CI they have to be there; elsewhere nothing is fetched unasked.
const isCi = process.env["CI"] !== undefined;
const isThere = isCi ? install((words) => void process.stderr.write(`${words}\n`)) : areInstalled();
if (!isThere && !isCi) process.stderr.write(`${skipped}\n`);

test("the clients that judge are installed where they must be", () => {
  expect(isThere || !isCi).toBe(true);
});

describe.skipIf(!isThere)("other people's clients", () => {
  test.each(
    (isThere ? judges() : []).map(
      (judge) => [judge.client, judge.proof.venue.name, judge] as const,
    ),
  )("%s finds at %s what its exchange would give it", async (_client, _venue, judge) => {
    const wrong = (await judged(judge)).filter((row) => row.wrong.length > 0);
    expect(wrong).toEqual([]);
  });

  test("a server side that answers otherwise, or takes any signature, is found out", async () => {
    const { proof, ...judge } = bybitApi();
    const spoiled = (options: ServerOptions): ServerSide => {
      const side = proof.serverSide(options);
      return {
        ...side,
        handle(request, nowMs) {
          const answer = side.handle(request, nowMs);
          const body = answer.body.replace('"b":', '"x":').replace("10004", "0");
          return { ...answer, body };
        },
      };
    };
    const rows = await judged({ ...judge, proof: { ...proof, serverSide: spoiled } });
    const found = rows.filter(({ wrong }) => wrong.length > 0).map(({ check }) => check);
    expect(found).toContain("reads a book");
    expect(found).toContain("is refused with a wrong secret");
    expect(found).not.toContain("reads trades");
  });
});
