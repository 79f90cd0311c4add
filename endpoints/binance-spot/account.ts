/**
 * Endpoints of Binance Spot that read an account, and how its requests are signed.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md (2026-07-21), read 2026-11.
 */
import { get, hmacSha256Hex } from "headgate";
import type { Signer } from "headgate";
import { z } from "zod";

/** For how many ms after its timestamp a request is good; the server takes 5 000 where it is left out. */
const recvWindow = z.number().positive().max(60_000).optional();

const openOrder = z.looseObject({
  symbol: z.string(),
  orderId: z.number(),
  orderListId: z.number(),
  clientOrderId: z.string(),
  price: z.string(),
  origQty: z.string(),
  executedQty: z.string(),
  /** The exchange's spelling. */
  cummulativeQuoteQty: z.string(),
  status: z.string(),
  timeInForce: z.string(),
  type: z.string(),
  side: z.string(),
  time: z.number(),
  updateTime: z.number(),
});

export const account = {
  /**
   * Balances and commissions of the account.
   *
   * Weight 20. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#account-information-user_data,
   * read 2026-11.
   */
  account: get("/api/v3/account", {
    params: z.strictObject({
      /** Unconfirmed. @default false */
      omitZeroBalances: z.boolean().optional(),
      recvWindow,
    }),
    answer: z.looseObject({
      canTrade: z.boolean(),
      updateTime: z.number(),
      accountType: z.string(),
      balances: z.array(z.looseObject({ asset: z.string(), free: z.string(), locked: z.string() })),
    }),
    auth: "signed",
    weight: { requestWeight: 20 },
  }),

  /**
   * Open orders of one `symbol`, or of all.
   *
   * Weight 6 for a symbol, 80 for all.
   * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#current-open-orders-user_data,
   * read 2026-11.
   */
  openOrders: get("/api/v3/openOrders", {
    params: z.strictObject({ symbol: z.string().min(1).optional(), recvWindow }),
    answer: z.array(openOrder),
    auth: "signed",
    weight: { requestWeight: ({ symbol }) => (symbol === undefined ? 80 : 6) },
  }),
};

/**
 * Signs the query, which holds all parameters of every method: `timestamp` after them, `signature` last.
 *
 * The payload is the query as it stands on the wire, percent-encoded (enforced since 2026-01-15).
 * https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/rest-api.md#signed-trade-and-user_data-endpoint-security,
 * read 2026-11.
 */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const url = new URL(request.url);
  const given = url.search.slice(1);
  const payload = `${given}${given === "" ? "" : "&"}timestamp=${Math.floor(serverTimeMs)}`;
  // A secret that is a function may sign by RSA or Ed25519, whose base64 has to be encoded.
  const signature = encodeURIComponent(await hmacSha256Hex(by.secret, payload));
  url.search = `${payload}&signature=${signature}`;
  return { ...request, url, headers: { ...request.headers, "X-MBX-APIKEY": by.apiKey } };
};
