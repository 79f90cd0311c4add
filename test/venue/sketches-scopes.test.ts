/** That the sketched exchanges charge whom they say: a group, an account or an address, a pool of an endpoint. */
import { describe, expect, test } from "vitest";
import { bench, chargedBy, levelOf, refusalOf } from "./sketches-bench.ts";
import type { Reply } from "./sketches-bench.ts";
import { binanceSapi, deribit, upbit } from "./sketches-scopes.ts";

describe("upbit", () => {
  const remaining = (group: string, sec: number) => {
    return { "remaining-req": `group=${group}; min=1800; sec=${sec}` };
  };

  test.each([
    ["markets", "market|ip=default", 10, 9],
    ["accounts", "default|account=maker", 30, 26],
    ["cancelOpen", "order-cancel-all|account=maker", 1, 0],
  ] as const)("the header of %s reaches the bucket %s", async (name, bucket, max, sec) => {
    const [group = ""] = bucket.split("|");
    const { client } = bench(upbit, { headers: remaining(group, sec) });
    const caller = client.as("maker");
    await caller[name]();
    expect(levelOf(client.gate, `upbit/${bucket}`)).toMatchObject({ max, used: max - sec });
  });

  test.each([
    "group=market; sec=1",
    "group=constructor; min=1; sec=1",
    "",
    "group=candle; min=1; sec=1",
  ])("the header %j says nothing about a group that the call did not draw from", async (text) => {
    const { client } = bench(upbit, { headers: { "remaining-req": text } });
    await client.markets();
    expect(client.gate.levels().some(({ used }) => used !== undefined)).toBe(false);
  });

  test("candles of all units are one group, with the unit in the path", async () => {
    const { client, seen } = bench(upbit, { body: [] });
    const { minuteCandles, gate } = client;
    const charged = await chargedBy(gate, () => minuteCandles({ unit: 5, market: "KRW-BTC" }));
    expect(charged).toEqual({ "upbit/candle|ip=default": 1 });
    expect(seen[0]?.path).toBe("/v1/candles/minutes/5?market=KRW-BTC");
  });

  test("a 429 means the group of the call, and a 418 bans the address or the account", async () => {
    const { client } = bench(
      upbit,
      { status: 429 },
      { status: 418, headers: remaining("market", 0) },
    );
    const limited = await refusalOf(client.as("maker").createOrder({ market: "KRW-BTC" }));
    expect(limited).toMatchObject({ kind: "quota", limits: ["order"] });
    expect(await refusalOf(client.markets())).toMatchObject({
      kind: "ban",
      whose: { ip: "default" },
    });
    const signed = bench(upbit, { status: 418, headers: remaining("default", 0) });
    const banned = await refusalOf(signed.client.as("maker").accounts());
    expect(banned).toMatchObject({ kind: "ban", whose: { account: "maker" } });
    expect(signed.client.markets.estimate().waitMs).toBe(0);
    expect(signed.client.as("taker").accounts.estimate().waitMs).toBe(0);
  });
});

describe("deribit", () => {
  const ticker = { instrument_name: "BTC-PERPETUAL" };

  test("a public call charges the account that makes it, and the address where nobody does", async () => {
    const { client, seen } = bench(deribit());
    expect(client.ticker.estimate(ticker).cost).toEqual({ publicIp: 1 });
    expect(client.as("maker").ticker.estimate(ticker).cost).toEqual({ credits: 500 });
    const nobody = await chargedBy(client.gate, () => client.ticker(ticker));
    expect(nobody).toEqual({ "deribit/publicIp|ip=default": 1 });
    const somebody = await chargedBy(client.gate, () => client.as("maker").ticker(ticker));
    expect(somebody).toEqual({ "deribit/credits|account=maker": 500 });
    expect(seen.map(({ key }) => key)).toEqual([null, "key-of-maker"]);
  });

  test("instruments have a pool of their own for each account", async () => {
    const { client } = bench(deribit());
    expect(client.getInstruments.estimate({ currency: "BTC" }).cost).toEqual({ publicIp: 1 });
    const { getInstruments } = client.as("taker");
    const charged = await chargedBy(client.gate, () => getInstruments({ currency: "BTC" }));
    expect(charged).toEqual({ "deribit/getInstruments.own|account=taker": 1 });
  });

  test.each([
    ["BTC-PERPETUAL", { matching: 1 }],
    ["BTC_USDC-PERPETUAL", { matching: 1 }],
    ["BTC_USDC", { spot: 1 }],
  ])("an order of %s costs %j", (instrument_name, cost) => {
    const { buy } = bench(deribit()).client.as("maker");
    expect(buy.estimate({ instrument_name, amount: 1 }).cost).toEqual(cost);
  });

  test.each([
    [1, 100, 30],
    [4, 20, 5],
  ] as const)("tier %d may burst %d and goes on at %d a second", (tier, max, refillPerSecond) => {
    expect(deribit({ tier }).limits.matching).toMatchObject({ max, refillPerSecond });
  });

  test("credits refill without pause: the planned burst goes at once, then one call in 54 ms", async () => {
    const { client } = bench(deribit());
    const { getPositions } = client.as("maker");
    let sent = 0;
    for (; getPositions.estimate().waitMs === 0; sent += 1) await getPositions();
    // 46 500 planned, less what refills in 300 ms of jitter: 43 710 credits.
    expect(sent).toBe(87);
    expect(getPositions.estimate().waitMs).toBeLessThan(500 / 9.3);
  });

  test("10028 means whatever paid, and a full queue shrinks nothing", async () => {
    const no = (code: number, data = {}): Reply => ({
      status: 400,
      body: { error: { code, data } },
    });
    const { client } = bench(deribit(), no(10028), no(10028), no(10047), no(13780, { wait: 6 }));
    expect(await refusalOf(client.ticker(ticker))).toMatchObject({
      kind: "quota",
      limits: ["publicIp"],
    });
    const paid = await refusalOf(client.as("maker").ticker(ticker));
    expect(paid).toMatchObject({ kind: "quota", limits: ["credits"], whose: { account: "maker" } });
    const full = await refusalOf(client.as("taker").buy({ ...ticker, amount: 1 }));
    expect(full).toMatchObject({ kind: "overload", limits: [], executed: "no" });
    const waits = await refusalOf(client.as("taker").cancelAll());
    expect(waits).toMatchObject({ kind: "quota", limits: ["cancelAll"], retryAfterMs: 6_000 });
  });
});

describe("binance-sapi", () => {
  test.each([
    ["NO_SIDE_EFFECT", 6],
    ["MARGIN_BUY", 1_500],
    ["AUTO_BORROW_REPAY", 1_500],
  ])("a margin order with %s costs %d", (sideEffectType, own) => {
    const { marginOrder } = bench(binanceSapi).client.as("maker");
    expect(marginOrder.estimate({ symbol: "BTCUSDT", sideEffectType }).cost).toEqual({ own });
  });

  test("each endpoint has its own pool, some per address, some per account", async () => {
    const { client } = bench(binanceSapi);
    const { accountSnapshot, cancelMarginOrder, crossMarginData, withdrawHistory } =
      client.as("maker");
    const type = "SPOT";
    const order = { symbol: "BTCUSDT", orderId: 1 };
    expect({
      ...(await chargedBy(client.gate, () => accountSnapshot({ type }))),
      ...(await chargedBy(client.gate, () => cancelMarginOrder(order))),
      ...(await chargedBy(client.gate, () => crossMarginData())),
      ...(await chargedBy(client.gate, () => withdrawHistory())),
    }).toEqual({
      "binance-sapi/accountSnapshot.own|ip=default": 2_400,
      "binance-sapi/cancelMarginOrder.own|ip=default": 10,
      "binance-sapi/crossMarginData.own|ip=default": 5,
      "binance-sapi/withdrawHistory.own|account=maker": 18_000,
    });
    expect(crossMarginData.estimate({ coin: "BTC" }).cost).toEqual({ own: 1 });
  });

  test("max-leverage has one a minute per address beside its pool per account", async () => {
    const { client } = bench(binanceSapi);
    const { maxLeverage } = client.as("maker");
    expect(await chargedBy(client.gate, () => maxLeverage({ maxLeverage: 3 }))).toEqual({
      "binance-sapi/maxLeverage.own|account=maker": 3_000,
      "binance-sapi/maxLeverage|ip=default": 1,
    });
    // Another account from the same address waits, too.
    const waitMs = client.as("taker").maxLeverage.estimate({ maxLeverage: 3 }).waitMs;
    expect(waitMs).toBeGreaterThan(60_000);
  });

  test.each([
    ["x-sapi-used-ip-weight-1m", "accountSnapshot", "ip=default"],
    ["x-sapi-used-uid-weight-1s", "withdrawHistory", "account=maker"],
  ] as const)("%s is what %s has used", async (header, name, whose) => {
    const { client } = bench(binanceSapi, { headers: { [header]: "3000" } });
    const { accountSnapshot, withdrawHistory } = client.as("maker");
    await (name === "accountSnapshot" ? accountSnapshot({ type: "SPOT" }) : withdrawHistory());
    expect(levelOf(client.gate, `binance-sapi/${name}.own|${whose}`).used).toBe(3_000);
  });

  test("a 429 means the endpoint's own pools, and a 418 the address", async () => {
    const { client } = bench(binanceSapi, { status: 429, body: { code: -1003 } }, { status: 418 });
    const limited = await refusalOf(client.as("maker").maxLeverage({ maxLeverage: 3 }));
    expect(limited.kind).toBe("quota");
    expect(new Set(limited.limits)).toEqual(new Set(["maxLeverage.own", "maxLeverage"]));
    const banned = await refusalOf(client.as("maker").crossMarginData());
    expect(banned).toMatchObject({ kind: "ban", whose: { ip: "default" } });
  });
});
