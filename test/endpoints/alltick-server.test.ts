/** AllTick's server side alone: how it counts, how it says no, what it shows. */
import type { Counted, ServerAnswer, ServerSide } from "headgate/emulator";
import { serverSide } from "headgate/endpoints/alltick/server";
import type { AlltickServer } from "headgate/endpoints/alltick/server";
import { describe, expect, test } from "vitest";

const token = "demo-token";
const accounts = { [token]: { name: "desk" }, other: { name: "other" } };

/** 2026-09-22T00:00:00Z: a second, a minute and a day in UTC begin. */
const startMs = Date.parse("2026-09-22T00:00:00Z");

type Ask = Readonly<{ nowMs?: number; as?: string | undefined; body?: string; ip?: string }>;

function make(options: AlltickServer = {}): ServerSide {
  return serverSide({ accounts, ...options });
}

/** `GET /path` with a document in its query; a text stands there as it is. */
function ask(
  server: ServerSide,
  target: string,
  document?: unknown,
  { nowMs = startMs, as = token, body = "", ip = "10.0.0.1" }: Ask = {},
): ServerAnswer {
  const [method = "", path = ""] = target.split(" ");
  const query = new URLSearchParams({ token: as });
  if (document !== undefined) {
    query.set("query", typeof document === "string" ? document : JSON.stringify(document));
  }
  return server.handle({ method, path, query: String(query), headers: {}, body, ip }, nowMs);
}

function bodyOf({ body }: ServerAnswer): unknown {
  return JSON.parse(body);
}

function ret(answer: ServerAnswer): unknown {
  return (bodyOf(answer) as { ret?: number }).ret;
}

const wrapped = (data: unknown) => ({ trace: "t-1", data });
const codes = (...list: string[]) => wrapped({ symbol_list: list.map((code) => ({ code })) });
const series = { kline_timestamp_end: 0, query_kline_num: 2, adjust_type: 0 };
const tick = "GET /quote-b-api/trade-tick";
const depth = "GET /quote-b-api/depth-tick";
const euro = codes("EURUSD");

describe("counting", () => {
  test.each<[plan: NonNullable<AlltickServer["plan"]>, max: number, windowMs: number]>([
    ["free", 1, 10_000],
    ["basic", 1, 1_000],
    ["premium", 10, 1_000],
    ["professional", 20, 1_000],
    ["all-hk", 20, 1_000],
    ["all-cn", 20, 1_000],
    ["all-us", 20, 1_000],
  ])("%s lets %i through in each window of %i ms of the clock", (plan, max, windowMs) => {
    const server = make({ plan });
    expect(server.limit).toEqual({ max, windowMs });
    const sent = (nowMs: number) => ret(ask(server, tick, euro, { nowMs }));
    const many = (nowMs: number) => Array.from({ length: max + 1 }, () => sent(nowMs));
    expect(many(startMs).map((one) => one === 200)).toEqual([
      ...Array.from({ length: max }, () => true),
      false,
    ]);
    expect(sent(startMs + windowMs - 1)).not.toBe(200);
    expect(sent(startMs + windowMs)).toBe(200);
  });

  test("all endpoints of a token are added up, and another token has its own count", () => {
    const server = make({ plan: "basic" });
    expect(ret(ask(server, tick, euro))).toBe(200);
    expect(bodyOf(ask(server, depth, euro))).toEqual({
      ret: 429,
      msg: "rate limit",
      trace: "t-1",
    });
    expect(ret(ask(server, depth, euro, { ip: "10.0.0.2" }))).toBe(429);
    expect(ret(ask(server, depth, euro, { as: "other" }))).toBe(200);
  });

  test("a batch has an interval of its own, which no second of the clock ends", () => {
    const server = make({ plan: "premium" });
    const body = JSON.stringify(
      wrapped({ data_list: [{ code: "EURUSD", kline_type: 1, ...series }] }),
    );
    const sent = (afterMs: number, family = "quote-b-api") => {
      const nowMs = startMs + afterMs;
      return bodyOf(ask(server, `POST /${family}/batch-kline`, undefined, { nowMs, body }));
    };
    expect(sent(999)).toMatchObject({ ret: 200 });
    expect(sent(2_998)).toEqual({ ret: 605, msg: "too many requests", trace: "t-1" });
    // It begins with the last one that was let through, of the same endpoint.
    expect(sent(2_998, "quote-stock-b-api")).toMatchObject({ ret: 600 });
    expect(sent(2_999)).toMatchObject({ ret: 200 });
  });

  test("a suspension endpoint answers once a minute, each of the three", () => {
    const server = make({ plan: "premium" });
    const at = (exchange: string, nowMs: number) =>
      bodyOf(ask(server, `GET /api/suspension/${exchange}`, undefined, { nowMs }));
    for (const exchange of ["sse", "nyse", "nasdaq"]) {
      expect(at(exchange, startMs)).toMatchObject({ success: true });
      expect(at(exchange, startMs + 59_999)).toMatchObject({ ret: 605, trace: "" });
      expect(at(exchange, startMs + 60_000)).toMatchObject({ success: true });
    }
  });

  test("minutes and days are counted too, and refused requests with them", () => {
    const server = make({ plan: "free", limits: { second: { max: 99, windowMs: 1_000 } } });
    const sent = (nowMs: number) => ret(ask(server, tick, euro, { nowMs }));
    const minute = Array.from({ length: 12 }, (_, index) => sent(startMs + index * 1_000));
    expect(minute).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    for (let call = 12; call < 1_000; call += 1) {
      expect(sent(startMs + Math.floor(call / 10) * 60_000)).toBe(200);
    }
    expect(sent(startMs + 7_000_000)).toBe(429);
    expect(sent(startMs + 86_399_999)).toBe(429);
    expect(sent(startMs + 86_400_000)).toBe(200);
  });

  test("a day begins at the midnight of its zone", () => {
    const limits = { day: { max: 1, windowMs: 86_400_000 } };
    const server = make({ plan: "premium", limits, zoneOffsetMs: 28_800_000 });
    const sent = (hours: number) =>
      ret(ask(server, tick, euro, { nowMs: startMs + hours * 3_600_000 }));
    expect([sent(0), sent(15.9), sent(16), sent(39.9), sent(40)]).toEqual([
      200, 429, 200, 429, 200,
    ]);
  });

  test("somebody else with the token takes from every window", () => {
    const server = make({ plan: "premium" });
    server.useByOthers("10.0.0.9", 9, startMs);
    expect([ret(ask(server, tick, euro)), ret(ask(server, tick, euro))]).toEqual([200, 429]);
  });

  test("every request is told with what it was counted as", () => {
    const server = make({ plan: "basic" });
    const told: Counted[] = [];
    const stop = server.onCounted((counted) => told.push(counted));
    ask(server, tick, euro, { nowMs: startMs + 1 });
    ask(server, tick, euro, { nowMs: startMs + 2 });
    ask(server, tick, euro, { nowMs: startMs + 3, as: "nobody" });
    stop();
    ask(server, tick, euro);
    const common = {
      method: "GET",
      path: "/quote-b-api/trade-tick",
      ip: "10.0.0.1",
      windowStartMs: startMs,
    };
    expect(told).toEqual([
      { ...common, weight: 1, used: 1, outcome: "accepted", atMs: startMs + 1 },
      { ...common, weight: 1, used: 2, outcome: "refused", atMs: startMs + 2 },
      { ...common, weight: 0, used: 0, outcome: "accepted", atMs: startMs + 3 },
    ]);
  });
});

describe("refusals", () => {
  test("HTTP says 200 to a full limit, or 429 where that is asked for; there are no headers", () => {
    for (const refusedStatus of [undefined, 200, 429] as const) {
      const server = make({
        plan: "basic",
        ...(refusedStatus !== undefined && { refusedStatus }),
      });
      expect(ask(server, tick, euro)).toMatchObject({ status: 200, headers: {} });
      const refused = ask(server, tick, euro);
      expect(refused).toMatchObject({ status: refusedStatus ?? 200, headers: {} });
    }
  });

  const stock = "GET /quote-stock-b-api/kline";
  const kline = "GET /quote-b-api/kline";
  test.each<[what: string, target: string, document: unknown, no: string]>([
    ["no query", tick, undefined, "402 query invalid"],
    ["a query that is no JSON", tick, "code=EURUSD", "402 query invalid"],
    ["no trace", tick, { data: {} }, "400 request header param invalid"],
    [
      "a trace that is too long",
      tick,
      { ...euro, trace: "t".repeat(65) },
      "400 request header param invalid",
    ],
    ["no data", tick, { trace: "t-1" }, "400 request header param invalid"],
    ["no codes", tick, wrapped({}), "400 request data param invalid"],
    ["a kline of no kind", kline, wrapped({ code: "EURUSD" }), "400 request data param invalid"],
    [
      "two hours of a stock",
      stock,
      wrapped({ code: "700.HK", kline_type: 6, ...series }),
      "400 request data param invalid",
    ],
    ["a stock where there are none", tick, codes("700.HK"), "600 code invalid"],
    ["a pair where there are none", stock.replace("kline", "trade-tick"), euro, "600 code invalid"],
    ["a code of another plan", tick, codes("XAGUSD"), "604 code unauthorized"],
  ])("%s is refused with its published code", (_what, target, document, no) => {
    const server = make({ plan: "premium", closedCodes: ["XAGUSD"] });
    const { ret: code, msg } = bodyOf(ask(server, target, document)) as {
      ret: number;
      msg: string;
    };
    expect(`${code} ${msg}`).toBe(no);
  });

  test.each<[what: string, body: string, ret: number]>([
    ["an empty body", "", 601],
    ["a body that is no JSON", "code", 400],
    ["an empty batch", JSON.stringify(wrapped({ data_list: [] })), 400],
    [
      "more groups than the plan takes",
      JSON.stringify(
        wrapped({
          data_list: Array.from({ length: 6 }, () => ({
            code: "EURUSD",
            kline_type: 1,
            ...series,
          })),
        }),
      ),
      603,
    ],
  ])("a batch with %s is refused with its published code", (_what, body, code) => {
    const server = make({ plan: "free" });
    expect(ret(ask(server, "POST /quote-b-api/batch-kline", undefined, { body }))).toBe(code);
  });

  test("an unknown token and none at all are refused, and count for nobody", () => {
    const server = make({ plan: "free" });
    for (const as of ["nobody", "", "toString"]) {
      expect(bodyOf(ask(server, tick, euro, { as }))).toEqual({
        ret: 401,
        msg: "token invalid",
        trace: "t-1",
      });
    }
    expect(ret(ask(serverSide(), tick, euro))).toBe(401);
    expect(ret(ask(server, tick, euro))).toBe(200);
  });

  test("an address that does not exist is not found, and counts for nobody", () => {
    const server = make({ plan: "free" });
    for (const target of ["GET /quote-b-api/static_info", `POST ${tick.slice(4)}`, "GET /"]) {
      expect(ask(server, target, euro).status).toBe(404);
    }
    expect(ret(ask(server, tick, euro))).toBe(200);
  });

  test("a plan or a window that is none is refused", () => {
    expect(() => serverSide({ plan: "gold" as "free" })).toThrow(TypeError);
    expect(() => serverSide({ limits: { second: { max: 1, windowMs: 0 } } })).toThrow(RangeError);
  });
});

type Row = Readonly<Record<string, string>>;

describe("data", () => {
  const server = () => make({ plan: "all-us" });
  const dataOf = (answer: ServerAnswer) => {
    expect(bodyOf(answer)).toMatchObject({ ret: 200, msg: "ok", trace: "t-1" });
    return (bodyOf(answer) as { data: Record<string, Row[]> }).data;
  };

  test("codes beyond the plan's number are left out, and nothing is said about it", () => {
    const list = ["A", "B", "C", "D", "E", "F", "G"];
    const answer = ask(make({ plan: "free" }), tick, codes(...list));
    expect(dataOf(answer)["tick_list"]?.map(({ code }) => code)).toEqual(list.slice(0, 5));
    const stocks = Array.from({ length: 60 }, (_, index) => `${index}.HK`);
    const info = ask(server(), "GET /quote-stock-b-api/static_info", codes(...stocks));
    expect(dataOf(info)["static_info_list"]).toHaveLength(50);
  });

  test("klines follow each other without a gap, each within its high and low, up to now", () => {
    const nowMs = startMs + 90_000;
    const asked = wrapped({ code: "BTCUSDT", kline_type: 1, ...series, query_kline_num: 100 });
    const rows = dataOf(ask(server(), "GET /quote-b-api/kline", asked, { nowMs }))["kline_list"];
    expect(rows).toHaveLength(100);
    for (const [index, row] of (rows ?? []).entries()) {
      expect(Number(row["timestamp"])).toBe(startMs / 1_000 + 60 - (99 - index) * 60);
      const [low, high] = [Number(row["low_price"]), Number(row["high_price"])];
      for (const name of ["open_price", "close_price"]) {
        expect(Number(row[name])).toBeGreaterThanOrEqual(low);
        expect(Number(row[name])).toBeLessThanOrEqual(high);
      }
      expect(low).toBeGreaterThan(40_000);
      expect(high).toBeLessThan(100_000);
    }
    const prices = (name: string) => rows?.map((row) => row[name]) ?? [];
    expect(prices("open_price").slice(1)).toEqual(prices("close_price").slice(0, -1));
  });

  test("at most 500 klines come, and two of each group of a batch", () => {
    const many = { code: "EURUSD", kline_type: 5, ...series, query_kline_num: 900 };
    const history = ask(server(), "GET /quote-b-api/kline", wrapped(many));
    expect(dataOf(history)["kline_list"]).toHaveLength(500);
    const body = JSON.stringify(wrapped({ data_list: [many, { ...many, kline_type: 8 }] }));
    const batch = ask(server(), "POST /quote-b-api/batch-kline", undefined, { body });
    const list = dataOf(batch)["kline_list"] as unknown as { kline_data: unknown[] }[];
    expect(list.map(({ kline_data }) => kline_data.length)).toEqual([2, 2]);
  });

  test("a book has its bids below its asks, as many levels as AllTick shows", () => {
    const path = "GET /quote-stock-b-api/depth-tick";
    const books = dataOf(ask(server(), path, codes("700.HK", "AAPL.US", "600000.SH")))[
      "tick_list"
    ] as unknown as { bids: Row[]; asks: Row[] }[];
    expect(books.map(({ bids }) => bids.length)).toEqual([10, 1, 5]);
    for (const { bids, asks } of books) {
      const sorted = [...bids.toReversed(), ...asks].map(({ price }) => Number(price));
      expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
      expect(new Set(sorted).size).toBe(sorted.length);
    }
  });

  test("the same instant shows the same market, and another seed another one", () => {
    const at = (seed: number) => ask(make({ plan: "premium", seed }), tick, codes("ABC")).body;
    expect(at(1)).toBe(at(1));
    expect(at(1)).not.toBe(at(2));
  });

  test("suspensions come whole, or by the page", () => {
    const all = bodyOf(ask(server(), "GET /api/suspension/sse")) as {
      data: Row[];
      totalCount: number;
    };
    expect(all).toMatchObject({ success: true, timestamp: "2026-09-22T00:00:00" });
    expect(all.data).toHaveLength(all.totalCount);
    const published = all.data.map((row) => row["publishDate"] ?? "");
    expect(published).toEqual(published.toSorted().toReversed());
    const path = "/api/suspension/sse";
    const query = `token=${token}&page=2&size=15`;
    const page = server().handle(
      { method: "GET", path, query, headers: {}, body: "", ip: "a" },
      startMs,
    );
    expect(bodyOf(page)).toMatchObject({ currentPage: 2, currentSize: 15, totalPages: 3 });
    expect(bodyOf(page)).toMatchObject({ data: all.data.slice(15, 30) });
  });
});
