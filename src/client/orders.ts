/** The orders of a call, one or a list of them, and their names: those that the exchange gets before it knows them. */
import { randomUUID } from "node:crypto";
import type { Endpoint } from "../venue/endpoint.ts";
import type { Venue } from "../venue/venue.ts";
import type { Prepared } from "./prepare.ts";

type Params = Readonly<Record<string, unknown>>;

/** Orders to which their caller gave no name get one, so that they can be asked for. */
export function named({ nameOrder }: Venue, endpoint: Endpoint, params: Params): Params {
  const { clientId, batch, changes, withdraws } = endpoint;
  if (nameOrder === undefined || !changes || withdraws) return params;
  const name = (by: string, order: Params): Params =>
    order[by] === undefined
      ? { ...order, [by]: nameOrder(randomUUID().replaceAll("-", "")) }
      : order;
  if (batch !== undefined) {
    const orders = listIn(params, batch.list).map((order) => name(batch.clientId, order));
    return { ...params, [batch.list]: orders };
  }
  return clientId === undefined ? params : name(clientId, params);
}

/** Each order of a call, as if it had been placed alone. */
export function ordersIn(call: Prepared): readonly Prepared[] {
  const { batch, ...endpoint } = call.endpoint;
  if (batch === undefined) return [call];
  const { clientId, list, outcome } = batch;
  const { [list]: _list, ...beside } = call.params;
  const alone: Endpoint = { ...endpoint, clientId, ...(outcome !== undefined && { outcome }) };
  return listIn(call.params, list).map((order) => {
    return { ...call, endpoint: alone, params: { ...beside, ...order } };
  });
}

function listIn(params: Params, name: string): readonly Params[] {
  const list = params[name];
  const orders: readonly unknown[] = Array.isArray(list) ? list : [];
  return orders.map((order) => (typeof order === "object" ? { ...order } : {}));
}
