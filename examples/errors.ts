import {
  BlockedError,
  RefusedError,
  UnknownOutcomeError,
  createClient,
  fetchTransport,
} from "headgate";
import { binanceSpot } from "headgate/endpoints/binance-spot";

/** A stand-in for an exchange that has banned this address. */
const banned = async (): Promise<Response> =>
  new Response('{"code":-1003,"msg":"Way too much request weight used."}', {
    status: 418,
    headers: { "retry-after": "179", date: "Mon, 30 Nov 2026 00:00:00 GMT" },
  });

const binance = createClient(binanceSpot, {
  origin: "https://banned.example.com",
  transport: fetchTransport(banned),
});

for (const symbol of ["BTCUSDT", "ETHUSDT"]) {
  try {
    await binance.depth({ symbol });
  } catch (error) {
    if (error instanceof RefusedError) console.log(`${error.kind}: wait ${error.retryAfterMs} ms`);
    else if (error instanceof BlockedError)
      console.log(`not sent: blocked for ${Math.round(error.waitMs / 1_000)} s`);
    else if (error instanceof UnknownOutcomeError) console.log(`ask for ${error.clientId}`);
    else throw error;
  }
}
await binance.close();
