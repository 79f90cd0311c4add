/** What `defineVenue` refuses: a wrong word in a declaration fails at load time. */
import { defineVenue, del, get, post, put } from "headgate";
import type { Endpoint, Limit, Signer, Venue } from "headgate";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const window: Limit = { counted: "rolling-window", windowMs: 1_000, max: 100, per: ["ip"] };
const spec = { params: z.object({}), answer: z.unknown() };
const ping: Endpoint = get("/ping", { ...spec, weight: { weight: 1 } });

/** An order, of which `ping` shows what became. */
const nameless: Endpoint = post("/place", {
  params: z.object({ id: z.string() }),
  answer: z.unknown(),
  weight: { weight: 1 },
  outcome: { ask: "ping", by: ({ id }) => ({ id }), settleMs: () => 0, answer: ({ body }) => body },
});
const place: Endpoint = { ...nameless, clientId: "id" };

/** A venue with some words changed; typed loosely, as JavaScript would call it. */
function define(changed: Partial<Venue> = {}): Venue {
  const venue: Venue = {
    name: "example",
    origin: "https://api.example.com",
    limits: { weight: window },
    refusals: [{ status: 429, kind: "quota", executed: "no", limits: ["weight"] }],
    endpoints: { ping },
    ...changed,
  };
  return defineVenue<Venue["limits"], Venue["endpoints"]>(venue);
}

const refusal = { kind: "quota", executed: "no" } as const;

const sign: Signer = (request) => request;

describe("defineVenue", () => {
  test("a sound declaration comes back as it is", () => {
    const venue = define();
    expect(venue).toMatchObject({ name: "example", endpoints: { ping } });
    expect(define({ ...venue, origin: "http://127.0.0.1:8080" }).origin).toBe(
      "http://127.0.0.1:8080",
    );
  });

  test.each<[what: string, changed: Partial<Venue>, message: RegExp]>([
    [
      "a weight of an unknown limit",
      { endpoints: { ping: get("/ping", { ...spec, weight: { wieght: 1 } }) } },
      /weight of ping names the limit "wieght"/,
    ],
    [
      "a refusal of an unknown limit",
      { refusals: [{ ...refusal, status: 429, limits: ["wieght"] }] },
      /refusal 0 names the limit "wieght"/,
    ],
    [
      "an unknown limit for every call",
      { everyCall: { wieght: 1 } },
      /everyCall names the limit "wieght"/,
    ],
    [
      "a limit of the endpoint for every call",
      { everyCall: { own: 1 } },
      /everyCall names the limit "own"/,
    ],
    [
      "a limit of the venue called own",
      { limits: { weight: window, own: window } },
      /"own" is an endpoint's limit/,
    ],
    [
      "a weight of own without one",
      { endpoints: { ping: get("/ping", { ...spec, weight: { own: 1 } }) } },
      /weight of ping names the limit "own"/,
    ],
    ["an endpoint called as", { endpoints: { as: ping } }, /cannot be called "as"/],
    ["an endpoint called gate", { endpoints: { gate: ping } }, /cannot be called "gate"/],
    ["an endpoint called close", { endpoints: { close: ping } }, /cannot be called "close"/],
    [
      "a signed endpoint without a signer",
      { endpoints: { ping: { ...ping, auth: "signed" } } },
      /ping needs credentials/,
    ],
    [
      "a keyed endpoint without a signer",
      { endpoints: { ping: { ...ping, auth: "key" } } },
      /ping needs credentials/,
    ],
    [
      "an endpoint for either without a signer",
      { endpoints: { ping: { ...ping, auth: "either" } } },
      /ping needs credentials/,
    ],
    [
      "an outcome of what has no name",
      { endpoints: { ping, place: nameless } },
      /outcome of place needs a clientId/,
    ],
    [
      "an outcome that nobody shows",
      { endpoints: { place } },
      /outcome of place needs a clientId, and an endpoint to ask/,
    ],
    [
      "an outcome that is asked for by what changes something",
      { endpoints: { ping: { ...ping, changes: true }, place } },
      /an endpoint to ask that changes nothing/,
    ],
    ["a refusal that fits everything", { refusals: [refusal] }, /refusal 0 would fit every answer/],
    ["an origin without a scheme", { origin: "api.example.com" }, /"api.example.com" is no origin/],
    ["an origin with a path", { origin: "https://api.example.com/" }, /is no origin/],
    ["an origin of another scheme", { origin: "ftp://api.example.com" }, /is no origin/],
    ["an origin that is empty", { origin: "" }, /"" is no origin/],
  ])("%s is a TypeError that names the venue", (_, changed, message) => {
    expect(() => define(changed)).toThrow(TypeError);
    expect(() => define(changed)).toThrow(message);
    expect(() => define(changed)).toThrow(/^example: /);
  });

  test.each<[what: string, changed: object]>([
    ["a max of NaN", { max: Number.NaN }],
    ["a max of zero", { max: 0 }],
    ["a negative max", { max: -1 }],
    ["a max of which one figure is NaN", { max: { spot: 1, linear: Number.NaN } }],
    ["a window of NaN", { windowMs: Number.NaN }],
    ["a window of zero", { windowMs: 0 }],
    ["a window without end", { windowMs: Number.POSITIVE_INFINITY }],
    ["a burst of zero", { burstMax: 0 }],
    ["a headroom of a fifth", { headroom: 0.2 }],
    ["a headroom of nothing", { headroom: 0 }],
    ["a headroom of NaN", { headroom: Number.NaN }],
    ["an unsafe headroom of all", { headroom: { unsafe: 1 } }],
  ])("%s is a RangeError, of a venue and of an endpoint", (_, changed) => {
    const limit: Limit = { ...window, ...changed };
    expect(() => define({ limits: { weight: limit } })).toThrow(RangeError);
    expect(() => define({ endpoints: { ping: { ...ping, own: limit } } })).toThrow(RangeError);
  });

  test("a code of 0 or of nothing is still a condition", () => {
    expect(() =>
      define({
        refusals: [
          { ...refusal, code: 0 },
          { ...refusal, code: "" },
        ],
      }),
    ).not.toThrow();
  });

  test("an endpoint may draw from its own limit, and a refusal may name it", () => {
    const own = get("/ping", { ...spec, own: window, weight: { own: 1, weight: 1 } });
    expect(() =>
      define({ endpoints: { own }, refusals: [{ ...refusal, status: 429, limits: ["own"] }] }),
    ).not.toThrow();
  });

  test("a venue that signs may have endpoints of every kind", () => {
    for (const auth of ["none", "key", "signed", "either"] as const) {
      expect(() => define({ sign, endpoints: { ping: { ...ping, auth } } })).not.toThrow();
    }
  });
});

describe("get, post, put and del", () => {
  test("they differ in the method, and a GET alone is idempotent", () => {
    const declared = { ...spec, weight: { weight: 1 } };
    const endpoints = [get, post, put, del].map((verb) => verb("/order", declared));
    expect(endpoints.map(({ method, path, idempotent }) => [method, path, idempotent])).toEqual([
      ["GET", "/order", true],
      ["POST", "/order", false],
      ["PUT", "/order", false],
      ["DELETE", "/order", false],
    ]);
  });

  test("what is left out has its default, and what is said holds", () => {
    const plain = {
      auth: "none",
      priority: "normal",
      hints: [],
      withdraws: false,
      drawsFrom: ["weight"],
    };
    expect(ping).toMatchObject(plain);
    const said = { auth: "signed", priority: "urgent", idempotent: true, withdraws: true } as const;
    expect(del("/order", { ...spec, ...said, weight: { orders: 1, weight: 2 } })).toMatchObject({
      ...said,
      drawsFrom: ["orders", "weight"],
    });
  });
});
