/** A server side made of a table: what counts, in which order, and what it says no with. */
import { No, defineServer, refusing, rollingLog } from "headgate/emulator";
import type {
  Counted,
  ServerAnswer,
  ServerRequest,
  ServerRules,
  ServerSide,
} from "headgate/emulator";
import { expect, test } from "vitest";

type Refusals = "busy" | "slow" | "unsigned" | "forged" | "unknownSymbol";

const rules = (): ServerRules<"ip", Refusals> => ({
  pools: {
    ip: {
      model: rollingLog({ max: 4, windowMs: 1_000 }),
      max: 4,
      windowMs: 1_000,
      whose: ({ request }) => request.ip,
      refusal: "busy",
    },
  },
  main: "ip",
  routes: {
    "GET /items/{id}": {
      takes: { ip: 1 },
      answer: ({ params }) => {
        const { symbol } = params;
        if (symbol === "none") throw new No("unknownSymbol");
        if (symbol === "wrong") throw new No("undeclared");
        return params;
      },
    },
    "POST /batch": {
      takes: { ip: 1, own: (_, key) => (key === "a" ? 2 : 1) },
      own: {
        model: rollingLog({ max: 3, windowMs: 1_000 }),
        max: (key) => (key === "a" ? 3 : 30),
        windowMs: 1_000,
        whose: () => ["a", "b"],
        refusal: "slow",
      },
      answer: ({ params }) => params["body"] ?? params,
    },
    "GET /mine": { takes: { ip: 1 }, signed: true, answer: ({ caller }) => caller?.name },
  },
  refusals: {
    busy: {
      status: 429,
      headers: (_, waitMs) => ({ "Retry-After": String(waitMs / 1_000) }),
      body: { code: 1 },
      kind: "quota",
      executed: "no",
    },
    slow: { status: 200, body: ({ nowMs }) => ({ at: nowMs }), kind: "quota", executed: "no" },
    unsigned: { status: 401, body: "who are you", kind: "credentials", executed: "no" },
    forged: { status: 403, body: "no", kind: "credentials", executed: "no" },
    unknownSymbol: { status: 400, body: { code: 2 }, kind: "request", executed: "no" },
  },
  keyOf: ({ request }) => request.headers["key"],
  checkSignature: ({ request }, { secret }) =>
    request.headers["sign"] === secret ? undefined : "forged",
  withoutKey: "unsigned",
  notFound: { status: 404, headers: {}, body: "nothing here" },
  headers: (_, { ip, own }) => ({ "X-Used": `${ip?.used} of ${ip?.max}, ${own?.used}` }),
});

const server = (): ServerSide =>
  defineServer(rules(), { accounts: { "my-key": { name: "maker", secret: "s" } } });

function asked(line: string, of: Partial<ServerRequest> = {}): ServerRequest {
  const [method = "", target = ""] = line.split(" ");
  const [path = "", query = ""] = target.split("?");
  return { method, path, query, headers: {}, body: "", ip: "10.0.0.1", ...of };
}

const bodyOf = ({ body }: ServerAnswer): unknown => JSON.parse(body);

test("parameters come from the path, the query and the body, which is JSON or a form", () => {
  const side = server();
  expect(bodyOf(side.handle(asked("GET /items/a%2Fb?symbol=BTC"), 0))).toEqual({
    id: "a/b",
    symbol: "BTC",
  });
  expect(bodyOf(side.handle(asked("POST /batch", { body: '{"n":1}' }), 0))).toEqual({ n: 1 });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const form = asked("POST /batch", { body: "n=1&m=x", headers });
  expect(bodyOf(side.handle(form, 2_000))).toEqual({ n: "1", m: "x" });
  expect(bodyOf(side.handle(asked("POST /batch", { body: "[1]" }), 4_000))).toEqual([1]);
  expect(side.handle(asked("GET /elsewhere"), 0)).toMatchObject({ status: 404 });
});

test("a route that names a host is for that host alone; another host may mean any, and gets the first", () => {
  const route = (answer: string) => ({ takes: { ip: 1 }, answer: () => answer });
  const side = defineServer({
    ...rules(),
    routes: {
      "GET spot.example.com/orders/{id}": route("spot"),
      "GET futures.example.com/orders/{id}": route("futures"),
      "GET futures.example.com/positions": route("positions"),
      "GET /time": route("time"),
    },
  });
  const at = (host: string, line: string): string => side.handle(asked(line, { host }), 0).body;
  expect(at("spot.example.com", "GET /orders/1")).toBe('"spot"');
  expect(at("futures.example.com", "GET /orders/1")).toBe('"futures"');
  expect(at("spot.example.com", "GET /positions")).toBe("nothing here");
  expect(at("127.0.0.1:8080", "GET /positions")).toBe('"positions"');
  expect(side.handle(asked("GET /orders/1"), 1_000).body).toBe('"spot"');
  expect(at("futures.example.com", "GET /time")).toBe('"time"');
});

test("a call counts in each of its limits up to the one that refuses it", () => {
  const side = server();
  const seen: Counted[] = [];
  side.onCounted((counted) => void seen.push(counted));
  expect(side.handle(asked("POST /batch"), 0).headers).toEqual({ "X-Used": "1 of 4, 1" });
  const refused = side.handle(asked("POST /batch"), 10);
  expect(refused).toMatchObject({ status: 200, headers: { "X-Used": "2 of 4, 2" } });
  expect(bodyOf(refused)).toEqual({ at: 10 });
  expect(seen.map(({ outcome, weight, used }) => [outcome, weight, used])).toEqual([
    ["accepted", 1, 1],
    ["refused", 1, 2],
  ]);
});

test("a refusal says how long there will be no room; others take their part of the main limit", () => {
  const side = server();
  expect(side.limit).toEqual({ max: 4, windowMs: 1_000 });
  side.useByOthers("10.0.0.1", 4, 0);
  const { status, headers } = side.handle(asked("GET /items/1"), 400);
  expect({ status, wait: headers["Retry-After"] }).toEqual({ status: 429, wait: "0.6" });
  expect(side.handle(asked("GET /items/1", { ip: "10.0.0.2" }), 400).status).toBe(200);
});

test("without a main limit others have nothing to take, and all else is counted", () => {
  const { main: _main, ...of } = rules();
  const side = defineServer(of);
  const seen: Counted[] = [];
  side.onCounted((counted) => void seen.push(counted));
  expect(side.limit).toEqual({ max: 0, windowMs: 1 });
  side.useByOthers("10.0.0.1", 4, 0);
  for (let call = 0; call < 5; call += 1) side.handle(asked("GET /items/1"), 5);
  expect(seen.map(({ outcome }) => outcome === "refused")).toEqual([...Array(4).fill(false), true]);
  expect(seen[0]).toMatchObject({ weight: 0, used: 0, windowStartMs: 5 });
});

test("a signed route is for those whose signature is right", () => {
  const side = server();
  expect(side.handle(asked("GET /mine"), 0)).toMatchObject({ status: 401, body: "who are you" });
  const forged = asked("GET /mine", { headers: { key: "my-key", sign: "x" } });
  expect(side.handle(forged, 0).status).toBe(403);
  const signed = asked("GET /mine", { headers: { key: "my-key", sign: "s" } });
  expect(bodyOf(side.handle(signed, 0))).toBe("maker");
});

test("a route has refusals of its own, of those that the exchange has", () => {
  const side = server();
  expect(side.handle(asked("GET /items/1?symbol=none"), 0)).toMatchObject({ status: 400 });
  expect(() => side.handle(asked("GET /items/1?symbol=wrong"), 0)).toThrow("undeclared");
});

test("a server side that refuses everything says one no to all, and counts nothing", () => {
  const side = refusing(server(), rules().refusals.busy);
  for (let call = 0; call < 9; call += 1)
    expect(side.handle(asked("GET /items/1"), 0).status).toBe(429);
});
