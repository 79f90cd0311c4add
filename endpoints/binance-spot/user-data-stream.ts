/**
 * The listen keys of Binance Spot's old user data stream, which it has retired: it answers these calls no more
 * since 2026-02-20 07:00 UTC. Other hosts of the same API may still do. Today's stream is subscribed to over
 * the WebSocket API, at weight 2.
 *
 * Weights: https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (2023-08-25 and 2026-01-21),
 * read 2026-11.
 */
import { del, post, put } from "headgate";
import { z } from "zod";

const listenKey = z.string().min(1);

export const userDataStream = {
  /**
   * Makes a listen key, good for 60 minutes. It needs the API key and no signature.
   *
   * Weight 2. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (2026-01-21), read 2026-11.
   *
   * @deprecated Retired by Binance on 2026-02-20.
   */
  createListenKey: post("/api/v3/userDataStream", {
    params: z.strictObject({}),
    answer: z.looseObject({ listenKey: z.string() }),
    auth: "key",
    weight: { requestWeight: 2 },
  }),

  /**
   * Makes a listen key good for another 60 minutes.
   *
   * Weight 2. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (2026-01-21), read 2026-11.
   *
   * @deprecated Retired by Binance on 2026-02-20.
   */
  keepAliveListenKey: put("/api/v3/userDataStream", {
    params: z.strictObject({ listenKey }),
    answer: z.looseObject({}),
    auth: "key",
    weight: { requestWeight: 2 },
  }),

  /**
   * Ends the stream of a listen key.
   *
   * Weight 2. https://github.com/binance/binance-spot-api-docs/blob/a5e0bc3/CHANGELOG.md (2026-01-21), read 2026-11.
   *
   * @deprecated Retired by Binance on 2026-02-20.
   */
  closeListenKey: del("/api/v3/userDataStream", {
    params: z.strictObject({ listenKey }),
    answer: z.looseObject({}),
    auth: "key",
    weight: { requestWeight: 2 },
  }),
};
