/** What the endpoints of one server side work on, and who stands before them. */
import type { ServerRequest } from "headgate/emulator";
import { ApiError } from "./server-answers.ts";
import type { Quotas } from "./server-limits.ts";
import { AccountOrders } from "./server-orders.ts";
import type { Exchange, OrderName } from "./server-orders.ts";
import { mandatory, signerOf, wholeNumber } from "./server-signing.ts";
import type { Parameters, ServerAccount } from "./server-signing.ts";
import type { Symbols } from "./server-symbols.ts";

/** All that the endpoints of one server side work on. */
export type Floor = Readonly<{
  quotas: Quotas;
  symbols: Symbols;
  exchange: Exchange;
  accounts: Readonly<Record<string, ServerAccount>>;
  /** By the name of the account; filled as accounts come. */
  orders: Map<string, AccountOrders>;
}>;

/** One request on its way through. */
export type Visit = Readonly<{ request: ServerRequest; parameters: Parameters; nowMs: number }>;

/** What comes out: an answer's body and extra headers, or a refusal of the order limits. */
export type Outcome =
  | Readonly<{ body: unknown; headers?: Readonly<Record<string, string>> }>
  | Readonly<{ refusal: NonNullable<ReturnType<Quotas["refuseOrder"]>> }>;

/** What an endpoint does once its request has passed the limits. */
export type Run = (floor: Floor, visit: Visit) => Outcome;

/** @throws {ApiError} If the request is not signed by an account, rightly and in time. */
export function signedIn(
  { accounts, orders, exchange, quotas }: Floor,
  { request, parameters, nowMs }: Visit,
): Readonly<{ signer: ServerAccount; orders: AccountOrders }> {
  const signer = signerOf(request, parameters, accounts, nowMs);
  const own =
    orders.get(signer.name) ??
    new AccountOrders(exchange, (filledAtMs) => quotas.uncountOrder(signer.name, filledAtMs));
  orders.set(signer.name, own);
  own.trade(nowMs);
  return { signer, orders: own };
}

/** @throws {ApiError} If the request names no order. */
export function orderName({ symbols }: Floor, { parameters }: Visit): OrderName {
  const symbol = symbols.named(mandatory(parameters, "symbol"));
  const orderId = wholeNumber(parameters, "orderId");
  const clientOrderId = parameters.get("origClientOrderId");
  if (orderId !== undefined) return { symbol, orderId, ...(clientOrderId && { clientOrderId }) };
  if (clientOrderId !== undefined && clientOrderId !== "") return { symbol, clientOrderId };
  throw new ApiError(
    400,
    -1102,
    "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
  );
}
