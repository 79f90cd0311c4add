/**
 * Every no of Kraken, as it is documented or was seen: HTTP says 200 to what was understood.
 * https://docs.kraken.com/api/docs/guides/spot-errors, read 2026-11.
 */
import type { ServerRefusal } from "headgate/emulator";

type Meaning = Pick<ServerRefusal, "kind" | "executed">;

const no = <Body extends ServerRefusal["body"]>(body: Body, meaning: Meaning) => ({
  status: 200,
  body,
  ...meaning,
});
const said = (error: string, meaning: Meaning) => no({ error: [error] }, meaning);

const quota = { kind: "quota", executed: "no" } as const;
const overload = { kind: "overload", executed: "no" } as const;
const credentials = { kind: "credentials", executed: "no" } as const;

export const refusals = {
  // https://docs.kraken.com/exchange/guides/rest/ratelimits.md, read 2026-11.
  counter: said("EAPI:Rate limit exceeded", quota),
  throttled: no(
    ({ nowMs }) => ({ error: [`EService: Throttled: ${Math.ceil(nowMs / 1_000) + 5}`] }),
    overload,
  ),
  engine: said("EOrder:Rate limit exceeded", quota),
  openOrders: said("EOrder:Orders limit exceeded", quota),
  domain: said("EOrder:Domain rate limit exceeded", overload),
  // Seen: https://github.com/ccxt/ccxt/issues/27468
  public: said("EGeneral:Too many requests", quota),
  lockout: said("EGeneral:Temporary lockout", { kind: "ban", executed: "no" }),
  authentication: said("EAuth:Rate limit exceeded", quota),
  authentications: said("EAuth:Too many requests", quota),
  nonce: said("EAPI:Invalid nonce", { kind: "timestamp", executed: "no" }),
  key: said("EAPI:Invalid key", credentials),
  signature: said("EAPI:Invalid signature", credentials),
  unknownOrder: said("EOrder:Unknown order", { kind: "request", executed: "no" }),
} as const satisfies Readonly<Record<string, ServerRefusal>>;

export type No = keyof typeof refusals;
