/** Every no of AllTick: what kind it is, what it does to the limits, and that no error shows the token. */
import { inspect } from "node:util";
import { MemoryLedger, RefusedError, VirtualClock, createClient } from "headgate";
import type { Answer, Rejection } from "headgate";
import { alltick } from "headgate/endpoints/alltick";
import { describe, expect, test } from "vitest";
import { classify } from "../../src/venue/refusals.ts";
import { deadSocket, inFlight, levelOf, rejection, scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const venue = alltick({ plan: "premium" });

type Sent = Readonly<{ status?: number; body?: unknown }>;

function answer({ status = 200, body }: Sent): Answer {
  return { status, header: () => undefined, body };
}

const said = (ret: unknown, status = 200): Sent => ({ status, body: { ret, msg: "", trace: "t" } });

/** Of the endpoint alone, and of the plan. */
const quota = { kind: "quota", executed: "no" } as const;
const planQuota = { ...quota, limits: ["own", "together"] } as const;
const credentials = { kind: "credentials", executed: "no" } as const;
const request = { kind: "request", executed: "no" } as const;
const fault = { kind: "fault", executed: "unknown" } as const;

describe("classification", () => {
  test.each<[what: string, sent: Sent, rejected: Rejection<"together">]>([
    ["429 in the body alone", said(429), planQuota],
    ["429 in body and status", said(429, 429), planQuota],
    ["605 in the body alone", said(605), quota],
    ["605 under HTTP 429", said(605, 429), quota],
    ["606", said(606), quota],
    ["HTTP 429 without a body", { status: 429 }, planQuota],
    ["HTTP 429 in HTML", { status: 429, body: "<html>" }, planQuota],
    ["401", said(401), credentials],
    ["401 under HTTP 401", said(401, 401), credentials],
    ["401 under HTTP 429", said(401, 429), credentials],
    ["604", said(604), credentials],
    ["400", said(400), request],
    ["402", said(402), request],
    ["600", said(600), request],
    ["601", said(601), request],
    ["603", said(603), request],
    ["a code of the examples that no table has", said(202), request],
    ["a code that is not published", said(699), request],
    ["a 5xx in the body alone", said(500), fault],
    ["a suspension endpoint that failed", { body: { success: false, error: "broken" } }, fault],
    ["the same with its status", { status: 500, body: { success: false, error: "" } }, fault],
    ["502 in HTML", { status: 502, body: "<html>" }, fault],
    ["a code that is not published under HTTP 503", said(699, 503), fault],
  ])("%s is a no", (_what, sent, rejected) => {
    expect(classify(venue, answer(sent), 0)).toEqual(rejected);
  });

  test.each<[what: string, sent: Sent]>([
    ["ret 200", said(200)],
    ["an answer without ret", { body: { success: true, data: [] } }],
    ["an empty object", { body: {} }],
    ["nothing", {}],
    ["a text", { body: "ok" }],
    ["a ret that is no number", said("429")],
  ])("%s is no refusal and has no code", (_what, sent) => {
    expect(classify(venue, answer(sent), 0)).toBeUndefined();
    expect(venue.code?.(answer(sent))).toBeUndefined();
  });
});

const token = "TOKEN+recognisable/4711-c-app";

function bench(script: readonly Reply[] | (() => Reply), maxAttempts = 1) {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, script);
  const client = createClient(venue, {
    account: { apiKey: token, secret: "SECRET-recognisable" },
    ledger: new MemoryLedger({ clock, random: () => 0.5 }),
    random: () => 0.5,
    maxAttempts,
    coldStart: false,
    clock,
    transport,
  });
  return { client, clock, seen };
}

const asked = { symbol_list: [{ code: "EURUSD" }], trace: "t" };
const yes = { body: { ret: 200, msg: "ok", trace: "t", data: { tick_list: [] } } };

describe("what a refusal does", () => {
  test.each<[ret: number, shrunk: readonly string[]]>([
    [605, ["tradeTick.own"]],
    [429, ["together", "tradeTick.own"]],
  ])("%i shrinks %j and leaves the other limits as they are", async (ret, shrunk) => {
    const { client, clock } = bench([said(ret)]);
    const error = await clock.run(rejection(client.tradeTick(asked)));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({
      endpoint: "tradeTick",
      status: 200,
      kind: "quota",
      exchangeCode: ret,
      limits: shrunk,
      retryable: true,
    });
    for (const name of ["together", "minute", "day", "tradeTick.own"]) {
      const { planned, shrunkTo, blockedMs } = levelOf(client.gate, name);
      const meant = shrunk.includes(name);
      expect([name, shrunkTo < planned, blockedMs >= 1_000]).toEqual([name, meant, meant]);
    }
    expect(inFlight(client.gate)).toBe(0);
  });

  test("a call refused with 605 is sent again after a pause, and another endpoint does not wait for it", async () => {
    const { client, clock, seen } = bench([said(605), yes, yes], 3);
    const first = client.tradeTick(asked);
    await clock.advance(0);
    await client.depthTick(asked);
    expect(clock.nowMs()).toBe(0);
    const { attempts } = await clock.run(first.withResponse());
    expect(attempts).toBe(2);
    expect(seen.map(({ url }) => url.pathname.split("/").at(-1))).toEqual([
      "trade-tick",
      "depth-tick",
      "trade-tick",
    ]);
    expect(seen[2]?.atMs).toBeGreaterThanOrEqual(1_000);
  });

  test("after HTTP 429 without a body all endpoints pause", async () => {
    const { client, clock, seen } = bench([{ status: 429 }, yes, yes], 3);
    const first = client.tradeTick(asked);
    await clock.advance(0);
    await clock.run(Promise.all([first, client.depthTick(asked)]));
    expect(seen).toHaveLength(3);
    expect(seen[1]?.atMs).toBeGreaterThanOrEqual(1_000);
  });

  test("a quota of a batch is tried again too: it only reads", async () => {
    const { client, clock } = bench([said(429), yes], 3);
    const data_list = [{ code: "EURUSD", kline_type: 1, query_kline_num: 1 }] as const;
    const call = client.batchKline({ data_list: [...data_list] }, { maxWaitMs: 60_000 });
    expect((await clock.run(call.withResponse())).attempts).toBe(2);
  });

  test.each([400, 401, 402, 600, 601, 603, 604])("%d ends the call at once", async (ret) => {
    const { client, clock, seen } = bench(() => said(ret), 3);
    const error = await clock.run(rejection(client.tradeTick(asked)));
    expect(error).toMatchObject({ exchangeCode: ret, executed: "no", retryable: false });
    expect(seen).toHaveLength(1);
    const own = levelOf(client.gate, "tradeTick.own");
    expect(own).toMatchObject({ shrunkTo: own.planned, blockedMs: 0 });
  });
});

/** Whatever a log could make of something. */
function shown(thing: unknown): string {
  const text = thing instanceof Error ? `${thing.message} ${thing.stack}` : "";
  return `${inspect(thing, { depth: 20, showHidden: true, getters: true })} ${text}`;
}

const echo = `https://quote.alltick.co/quote-b-api/trade-tick?token=${encodeURIComponent(token)} (${token})`;

describe("the token", () => {
  test.each<[what: string, reply: Reply]>([
    ["a refusal that repeats the URL", { body: { ret: 401, msg: echo, trace: "t" } }],
    ["a quota that repeats it", { status: 429, body: echo }],
    ["a page of a proxy that repeats it", { status: 502, body: `<html>${echo}</html>` }],
    ["a token across the end of the snippet", { status: 400, body: `${"-".repeat(190)}${token}` }],
    ["a dead socket", { fails: deadSocket() }],
    ["silence", { hangs: true }],
  ])("it is in no error, no event and no level after %s", async (_what, reply) => {
    const { client, clock } = bench(() => reply, 2);
    const events: unknown[] = [];
    for (const name of ["send", "shrink", "block", "notice"] as const) {
      client.gate.on(name, (event) => void events.push(event));
    }
    const error = await clock.run(rejection(client.tradeTick(asked)));
    for (const thing of [error, events, client, client.gate, client.gate.levels()]) {
      expect(shown(thing)).not.toContain("recognisable");
    }
  });
});
