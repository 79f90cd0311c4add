/**
 * The orders at Gate's server side, of spot and of futures, and what it answers about them.
 * https://www.gate.com/docs/developers/apiv4/en/spot (copy of 2026-05-27), read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, Visit } from "headgate/emulator";
import { secondsOf } from "./server-market.ts";
import type { Answer } from "./server-market.ts";

type Asked = Readonly<Record<string, unknown>>;
type Change = (asked: Asked, visit: Visit) => HeldOrder | undefined;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The orders of a batch: an object each, or an order's number. */
export function ordersOf({ params }: Visit): readonly Asked[] {
  const { body } = params;
  const orders: readonly unknown[] = Array.isArray(body) ? body : [];
  return orders.map((order) => (typeof order === "object" ? { ...order } : { id: order }));
}

const accountOf = ({ caller }: Visit): string => caller?.name ?? "";

/** One market's orders; what is not a `changes` name is no part of an amendment. */
function deskOf(changes: readonly string[]) {
  const orders = new Orders((count) => String(1_852_454_420 + count));
  // An order goes by its number, or by the text that it was given.
  const named = (asked: Asked, visit: Visit): HeldOrder | undefined => {
    const name = asked["order_id"] ?? asked["id"];
    const of = { account: accountOf(visit) };
    return orders.named({ ...of, id: name }) ?? orders.named({ ...of, clientId: name });
  };
  const place: Change = (asked, visit) =>
    orders.place({
      account: accountOf(visit),
      clientId: textOf(asked["text"]),
      placedAtMs: visit.nowMs,
      isOpen: asked["type"] !== "market" && asked["tif"] !== "ioc",
      asked,
    });
  const cancel: Change = (asked, visit) => {
    const id = named(asked, visit)?.id;
    return orders.cancel({ account: accountOf(visit), id }, visit.nowMs);
  };
  const amend: Change = (asked, visit) => {
    const id = named(asked, visit)?.id;
    const changed = Object.entries(asked).filter(([name]) => changes.includes(name));
    return orders.amend(
      { account: accountOf(visit), id },
      Object.fromEntries(changed),
      visit.nowMs,
    );
  };
  const all = (
    visit: Visit,
    isOpen = visit.params["status"] !== "finished",
  ): readonly HeldOrder[] => {
    const { currency_pair, contract } = visit.params;
    return orders.of(accountOf(visit), { isOpen, asked: { currency_pair, contract } });
  };
  return { named, place, cancel, amend, all };
}

function known(order: HeldOrder | undefined): HeldOrder {
  if (order === undefined) throw new No("orderNotFound");
  return order;
}

type Shape = (order: HeldOrder, visit: Visit) => object;

/** What both markets have below their root. */
function routesOf(
  root: string,
  {
    desk,
    shape,
    amends,
  }: Readonly<{ desk: ReturnType<typeof deskOf>; shape: Shape; amends: string }>,
): Readonly<Record<string, Answer>> {
  const one =
    (change: Change): Answer =>
    (visit) =>
      shape(known(change(visit.params, visit)), visit);
  const listed = (visit: Visit) => desk.all(visit).map((order) => shape(order, visit));
  return {
    [`POST ${root}/orders`]: one(desk.place),
    [`POST ${root}/batch_orders`]: each(desk.place),
    [`${amends} ${root}/orders/{order_id}`]: one(desk.amend),
    [`DELETE ${root}/orders/{order_id}`]: one(desk.cancel),
    [`DELETE ${root}/orders`]: (visit) =>
      desk.all(visit).map(({ id }) => shape(known(desk.cancel({ id }, visit)), visit)),
    [`GET ${root}/orders/{order_id}`]: one(desk.named),
    [`GET ${root}/orders`]: listed,
    ...batches(root, desk),
  };
}

/** The two markets have other words for the same. */
function batches(
  root: string,
  { amend, cancel }: ReturnType<typeof deskOf>,
): Readonly<Record<string, Answer>> {
  return root.includes("/spot")
    ? {
        [`POST ${root}/amend_batch_orders`]: each(amend),
        [`POST ${root}/cancel_batch_orders`]: each(cancel),
      }
    : {
        [`POST ${root}/batch_amend_orders`]: each(amend),
        [`POST ${root}/batch_cancel_orders`]: each(cancel),
      };
}

/** The same for each of a list. */
function each(change: Change): Answer {
  return (visit) => ordersOf(visit).map((asked) => ofBatch(asked, change(asked, visit)));
}

function ofBatch(asked: Asked, order: HeldOrder | undefined): object {
  if (order !== undefined) {
    return { ...asked, order_id: order.id, text: order.clientId, succeeded: true };
  }
  return { ...asked, succeeded: false, label: "ORDER_NOT_FOUND", message: "Order not found" };
}

const spotShape: Shape = ({ id, clientId, isOpen, asked, placedAtMs, changedAtMs }) => ({
  id,
  text: clientId === "" ? "apiv4" : clientId,
  create_time: String(Math.floor(placedAtMs / 1_000)),
  update_time: String(Math.floor(changedAtMs / 1_000)),
  create_time_ms: placedAtMs,
  update_time_ms: changedAtMs,
  status: isOpen ? "open" : "cancelled",
  currency_pair: asked["currency_pair"],
  type: asked["type"] ?? "limit",
  account: asked["account"] ?? "spot",
  side: asked["side"],
  amount: asked["amount"],
  price: asked["price"] ?? "0",
  time_in_force: asked["time_in_force"] ?? "gtc",
  left: asked["amount"],
  filled_amount: "0",
  filled_total: "0",
  fee: "0",
  fee_currency: "BTC",
});

const futuresShape: Shape = ({ id, clientId, isOpen, asked, placedAtMs }, visit) => ({
  id: Number(id),
  text: clientId === "" ? "api" : clientId,
  create_time: placedAtMs / 1_000,
  finish_time: secondsOf(visit),
  finish_as: isOpen ? undefined : "cancelled",
  status: isOpen ? "open" : "finished",
  contract: asked["contract"],
  size: asked["size"],
  left: asked["size"],
  price: asked["price"] ?? "0",
  fill_price: "0",
  tif: asked["tif"] ?? "gtc",
});

/** What the routes of one server side answer that are about orders. */
export function orderAnswers(): Readonly<Record<string, Answer>> {
  const spot = deskOf(["amount", "price"]);
  const futures = deskOf(["size", "price"]);
  return {
    ...routesOf("/api/v4/spot", { desk: spot, shape: spotShape, amends: "PATCH" }),
    "GET /api/v4/spot/open_orders": (visit) => {
      const orders = spot.all(visit, true).map((order) => spotShape(order, visit));
      return [{ currency_pair: "BTC_USDT", total: orders.length, orders }];
    },
    ...routesOf("/api/v4/futures/{settle}", { desk: futures, shape: futuresShape, amends: "PUT" }),
  };
}
