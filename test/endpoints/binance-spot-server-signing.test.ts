import type { ServerAnswer } from "headgate/emulator";
import { serverSide } from "headgate/endpoints/binance-spot/server";
import { expect, test } from "vitest";
import { accounts, apiKey, ask, bodyOf, sign, startMs } from "../emulator/binance-spot-desk.ts";

const account = "GET /api/v3/account";

/** Signed at `startMs` with any parameters, rightly. */
function signed(query: string, nowMs = startMs, key = apiKey): ServerAnswer {
  const target = `${account}?${query}&signature=${sign(query)}`;
  return ask(serverSide({ accounts }), target, { apiKey: key, nowMs });
}

/** Published: rest-api.md, "SIGNED Endpoint Examples". */
const vectorMs = 1_499_827_319_559;
const vector =
  "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";
const signature = "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71";

test.each([
  ["in the query", `?${vector}&signature=${signature}`, ""],
  ["in the body", "", `${vector}&signature=${signature}`],
  ["in upper case", `?${vector}&signature=${signature.toUpperCase()}`, ""],
])("the published example is accepted %s", (_where, query, body) => {
  const server = serverSide({ accounts });
  const answer = ask(server, `POST /api/v3/order${query}`, { apiKey, body, nowMs: vectorMs });
  expect(answer.status).toBe(200);
  expect(bodyOf(answer)).toMatchObject({
    symbol: "LTCBTC",
    origQty: "1.00000000",
    price: "0.10000000",
  });
});

test("query and body are signed together, without a separator, as in the older example", () => {
  const query = "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC";
  const mixed = "0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77";
  const body = `quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559&signature=${mixed}`;
  const answer = ask(serverSide({ accounts }), `POST /api/v3/order?${query}`, {
    apiKey,
    body,
    nowMs: vectorMs,
  });
  expect(answer.status).toBe(200);
});

test("the published example with a non-ASCII symbol has the right signature and no such symbol", () => {
  const symbol = "%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96";
  const nonAscii = "e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3";
  const query = `${vector.replace("LTCBTC", symbol)}&signature=${nonAscii}`;
  const answer = ask(serverSide({ accounts }), `POST /api/v3/order?${query}`, {
    apiKey,
    nowMs: vectorMs,
  });
  expect(bodyOf(answer)).toEqual({ code: -1121, msg: "Invalid symbol." });
});

test("a signature of other bytes is refused with -1022", () => {
  const target = `${account}?timestamp=${startMs}&signature=${signature}`;
  const answer = ask(serverSide({ accounts }), target, { apiKey });
  expect(answer).toMatchObject({ status: 400, headers: { "X-MBX-USED-WEIGHT-1M": "20" } });
  expect(bodyOf(answer)).toEqual({ code: -1022, msg: "Signature for this request is not valid." });
});

test.each([
  [undefined, -2014, "API-key format invalid."],
  ["short", -2014, "API-key format invalid."],
  ["x".repeat(64), -2015, "Invalid API-key, IP, or permissions for action."],
])("the key %s is refused with %i", (key, code, msg) => {
  const options = key === undefined ? {} : { apiKey: key };
  const answer = ask(
    serverSide({ accounts }),
    `${account}?timestamp=${startMs}&signature=00`,
    options,
  );
  expect(answer.status).toBe(401);
  expect(bodyOf(answer)).toEqual({ code, msg });
});

const outside = "Timestamp for this request is outside of the recvWindow.";
const ahead = "Timestamp for this request was 1000ms ahead of the server's time.";

test.each([
  ["now", `timestamp=${startMs}`],
  ["5 s old", `timestamp=${startMs - 5_000}`],
  ["as old as its recvWindow", `timestamp=${startMs - 60_000}&recvWindow=60000`],
  ["0.999 s ahead", `timestamp=${startMs + 999}`],
  ["in microseconds", `timestamp=${startMs - 4_000}000`],
])("a timestamp that is %s is accepted", (_what, query) => {
  expect(signed(query).status).toBe(200);
});

test.each([
  ["5.001 s old", `timestamp=${startMs - 5_001}`, outside],
  ["older than its recvWindow", `timestamp=${startMs - 101}&recvWindow=100`, outside],
  ["1 s ahead", `timestamp=${startMs + 1_000}`, ahead],
])("a timestamp that is %s is refused with the published text", (_what, query, msg) => {
  const answer = signed(query);
  expect(answer.status).toBe(400);
  expect(bodyOf(answer)).toEqual({ code: -1021, msg });
});

test("the timestamp is held against the server's clock", () => {
  expect(signed(`timestamp=${startMs}`, startMs + 5_001).status).toBe(400);
  expect(signed(`timestamp=${startMs}`, startMs - 1_000).status).toBe(400);
});

test.each([
  ["recvWindow=5000", -1102],
  ["timestamp=", -1102],
  ["timestamp=soon", -1100],
  [`timestamp=${startMs}&recvWindow=60001`, -1131],
])("the parameters %s are refused with %i", (query, code) => {
  const answer = signed(query);
  expect(answer.status).toBe(400);
  expect(bodyOf(answer)).toMatchObject({ code });
});

test("a request without a signature lacks a mandatory parameter", () => {
  const answer = ask(serverSide({ accounts }), `${account}?timestamp=${startMs}`, { apiKey });
  expect(bodyOf(answer)).toEqual({
    code: -1102,
    msg: "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.",
  });
});

test("an account has the balances of everything that is traded", () => {
  const body = bodyOf(signed(`timestamp=${startMs}`));
  expect(body).toMatchObject({
    canTrade: true,
    accountType: "SPOT",
    permissions: ["SPOT"],
    uid: expect.any(Number),
  });
  expect(body).toHaveProperty(
    "balances",
    expect.arrayContaining([{ asset: "BTC", free: "1000000.00000000", locked: "0.00000000" }]),
  );
});
