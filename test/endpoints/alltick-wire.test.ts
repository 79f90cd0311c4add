/** What AllTick gets to see of a call, and what comes back: the envelope, the token, answers that pass whole. */
import { MemoryLedger, VirtualClock, createClient } from "headgate";
import type { WireRequest } from "headgate";
import { alltick } from "headgate/endpoints/alltick";
import { describe, expect, test } from "vitest";
import { scripted } from "../support/client-wire.ts";
import type { Reply } from "../support/client-wire.ts";

const token = "c-token/with+signs=&more-c-app";

function bench(reply: Reply = { body: { ret: 200, msg: "ok", trace: "t", data: {} } }) {
  const clock = new VirtualClock();
  const { transport, seen } = scripted(clock, () => reply);
  const client = createClient(alltick({ plan: "premium" }), {
    account: { apiKey: token, secret: "unused" },
    ledger: new MemoryLedger({ clock }),
    clock,
    transport,
  });
  const notices: string[] = [];
  client.gate.on("notice", ({ message }) => void notices.push(message));
  const only = (): WireRequest => {
    const [request] = seen;
    if (request === undefined) throw new Error("Nothing was sent.");
    return request;
  };
  return { client, clock, seen, notices, only };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe("requests", () => {
  test("a GET has the token and one document in its query, with whatever is left out filled in", async () => {
    const { client, clock, only } = bench();
    const asked = { code: "857.HK", kline_type: 8, query_kline_num: 2 } as const;
    await clock.run(client.stockKline({ ...asked, trace: "mine" }));
    const { method, url, body } = only();
    expect(method).toBe("GET");
    expect(body).toBeUndefined();
    expect(`${url.origin}${url.pathname}`).toBe("https://quote.alltick.co/quote-stock-b-api/kline");
    expect([...url.searchParams.keys()]).toEqual(["token", "query"]);
    expect(url.searchParams.get("token")).toBe(token);
    expect(JSON.parse(url.searchParams.get("query") ?? "")).toEqual({
      trace: "mine",
      data: { ...asked, kline_timestamp_end: 0, adjust_type: 0 },
    });
  });

  test("a POST has the document in its body, and in its query the token alone", async () => {
    const { client, clock, only } = bench();
    const asked = { code: "BTCUSDT", kline_type: 1, query_kline_num: 1 } as const;
    await clock.run(client.batchKline({ data_list: [asked], trace: "mine" }));
    const { method, url, body, headers } = only();
    expect(method).toBe("POST");
    expect(headers).toEqual({ "content-type": "application/json" });
    expect([...url.searchParams]).toEqual([["token", token]]);
    expect(JSON.parse(body ?? "")).toEqual({
      trace: "mine",
      data: { data_list: [{ ...asked, kline_timestamp_end: 0, adjust_type: 0 }] },
    });
  });

  test("a call without a trace gets one of its own", async () => {
    const { client, clock, seen } = bench();
    const symbol_list = [{ code: "EURUSD" }];
    await clock.run(
      Promise.all([client.tradeTick({ symbol_list }), client.depthTick({ symbol_list })]),
    );
    const traces = seen.map(({ url }) => {
      const document: unknown = JSON.parse(url.searchParams.get("query") ?? "");
      expect(document).toEqual({ trace: expect.stringMatching(uuid), data: { symbol_list } });
      return (document as { trace: string }).trace;
    });
    expect(new Set(traces).size).toBe(2);
  });

  test("a suspension endpoint takes its parameters as they are, and the token alone without any", async () => {
    const { client, clock, seen } = bench();
    await clock.run(client.suspensionSse());
    await clock.run(client.suspensionNyse({ page: 2, size: 50 }));
    expect(seen.map(({ url }) => [...url.searchParams])).toEqual([
      [["token", token]],
      [
        ["token", token],
        ["page", "2"],
        ["size", "50"],
      ],
    ]);
  });

  test("the token is encoded once, and stands in no header", async () => {
    const { client, clock, only } = bench();
    await clock.run(client.suspensionNasdaq());
    const { url, headers } = only();
    expect(url.search).toBe("?token=c-token%2Fwith%2Bsigns%3D%26more-c-app");
    expect(JSON.stringify(headers)).not.toContain("c-token");
  });

  test("too many codes are refused before anything is sent", async () => {
    const { client, clock, seen } = bench();
    const symbol_list = Array.from({ length: 51 }, (_, index) => ({ code: `${index}.HK` }));
    await expect(clock.run(client.stockTradeTick({ symbol_list }))).rejects.toThrow(
      "alltick: stockTradeTick cannot be called so: symbol_list: The premium plan takes at most 50 codes in a call.",
    );
    expect(seen).toEqual([]);
  });
});

const kline = {
  timestamp: "1677829200",
  open_price: "136.421",
  close_price: "136.412",
  high_price: "136.422",
  low_price: "136.407",
  volume: "0",
  turnover: "0",
};
const envelope = <Data>(data: Data) => ({ ret: 200, msg: "ok", trace: "3baaa938", data });
const pair = { code: "EURUSD", kline_type: 1, query_kline_num: 1 } as const;
const symbol_list = [{ code: "857.HK" }];

type Client = ReturnType<typeof bench>["client"];

/** The examples of the documentation, each with a field that it does not have. */
const answers: readonly (readonly [string, object, (client: Client) => Promise<unknown>])[] = [
  [
    "kline",
    envelope({ code: "EURUSD", kline_type: 1, kline_list: [{ ...kline, added: 1 }] }),
    (client) => client.kline(pair),
  ],
  [
    "batchKline",
    envelope({ kline_list: [{ code: "EURUSD", kline_type: 1, kline_data: [kline], added: 1 }] }),
    (client) => client.batchKline({ data_list: [pair] }),
  ],
  [
    "stockTradeTick",
    envelope({
      tick_list: [
        {
          code: "857.HK",
          seq: "30841439",
          tick_time: "1677831545217",
          price: "136.302",
          volume: "0",
          turnover: "0",
          trade_direction: 0,
          added: 1,
        },
      ],
    }),
    (client) => client.stockTradeTick({ symbol_list }),
  ],
  [
    "stockDepthTick",
    envelope({
      tick_list: [
        {
          code: "857.HK",
          seq: "30686349",
          tick_time: "1677830357227",
          bids: [{ price: "136.424", volume: "100000.00", added: 1 }],
          asks: [],
        },
      ],
    }),
    (client) => client.stockDepthTick({ symbol_list }),
  ],
  [
    "staticInfo",
    envelope({
      static_info_list: [
        { symbol: "700.HK", name_en: "TENCENT", lot_size: "100", currency: "HKD", added: 1 },
      ],
    }),
    (client) => client.staticInfo({ symbol_list }),
  ],
  [
    "suspensionNasdaq",
    {
      success: true,
      timestamp: "2024-01-15T10:30:00",
      totalCount: 156,
      data: [
        {
          symbol: "GOOGL",
          symbolName: null,
          haltDateTime: "2024-01-15 13:45:00",
          pauseThresholdPrice: "145.50",
          added: 1,
        },
      ],
    },
    (client) => client.suspensionNasdaq(),
  ],
];

describe("answers", () => {
  test.each(answers)(
    "an answer of %s passes whole, with what is new in it",
    async (_, body, call) => {
      const { client, clock, notices } = bench({ body });
      expect(await clock.run(call(client))).toEqual(body);
      expect(notices).toEqual([]);
    },
  );

  test("an answer of another form is said, and passes all the same", async () => {
    const body = envelope({ tick_list: "none" });
    const { client, clock, notices } = bench({ body });
    expect(await clock.run(client.tradeTick({ symbol_list }))).toEqual(body);
    expect(notices).toEqual([expect.stringContaining("an answer of tradeTick does not fit")]);
  });
});
