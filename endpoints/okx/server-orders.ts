/**
 * The orders at OKX's server side, and what it answers about them.
 * https://www.okx.com/docs-v5/en/#order-book-trading-trade, read 2026-11.
 */
import { No, Orders } from "headgate/emulator";
import type { HeldOrder, OrderName, Visit } from "headgate/emulator";
import { textOf } from "./server-market.ts";
import type { Data } from "./server-market.ts";

type Asked = Readonly<Record<string, unknown>>;

/** The orders of a call: those of its list, or the one that its parameters are. */
export function ordersOf({ params }: Visit): readonly Readonly<{ instId: string }>[] {
  return askedOf(params).map((order) => ({ instId: textOf(order["instId"]) }));
}

function askedOf(params: Asked): readonly Asked[] {
  const { body } = params;
  const orders: readonly unknown[] = Array.isArray(body) ? body : [params];
  return orders.map((order) => (typeof order === "object" ? { ...order } : {}));
}

/** What the routes of one server side answer that are about orders. */
export function orderData(): Readonly<Record<string, Data>> {
  const orders = new Orders((count) => String(680_800_019_749_904_384n + BigInt(count)));
  const place = (asked: Asked, visit: Visit): HeldOrder =>
    orders.place({
      account: accountOf(visit),
      clientId: textOf(asked["clOrdId"]),
      placedAtMs: visit.nowMs,
      isOpen: asked["ordType"] !== "market",
      asked,
    });
  const amend = (asked: Asked, visit: Visit): HeldOrder | undefined => {
    const { newSz: sz, newPx: px } = asked;
    const changes = { ...(sz !== undefined && { sz }), ...(px !== undefined && { px }) };
    return orders.amend(nameOf(asked, visit), changes, visit.nowMs);
  };
  const cancel = (asked: Asked, visit: Visit): HeldOrder | undefined =>
    orders.cancel(nameOf(asked, visit), visit.nowMs);
  const listed =
    (isOpen: boolean): Data =>
    (visit) => {
      const { instId } = visit.params;
      return orders
        .of(accountOf(visit), { isOpen, asked: { instId } })
        .slice(0, Number(visit.params["limit"] ?? 100))
        .map(described);
    };
  return {
    ...changing("order", "batch-orders", place, "unknownToCancel"),
    ...changing("amend-order", "amend-batch-orders", amend, "unknownToAmend"),
    ...changing("cancel-order", "cancel-batch-orders", cancel, "unknownToCancel"),
    "GET /api/v5/trade/order": (visit) => {
      const order = orders.named(nameOf(visit.params, visit));
      if (order === undefined) throw new No("unknownOrder");
      return [described(order)];
    },
    "GET /api/v5/trade/orders-pending": listed(true),
    "GET /api/v5/trade/orders-history": listed(false),
    "GET /api/v5/trade/orders-history-archive": listed(false),
  };
}

type Change = (asked: Asked, visit: Visit) => HeldOrder | undefined;

/** One alone is refused where there is no such order; in a list it has a code of its own. */
function changing(
  one: string,
  several: string,
  change: Change,
  unknown: string,
): Readonly<Record<string, Data>> {
  return {
    [`POST /api/v5/trade/${one}`]: (visit) => {
      const order = change(visit.params, visit);
      if (order === undefined) throw new No(unknown);
      return [acknowledged(order, visit)];
    },
    [`POST /api/v5/trade/${several}`]: (visit) =>
      askedOf(visit.params).map((asked) => {
        const order = change(asked, visit);
        if (order !== undefined) return acknowledged(order, visit);
        const { ordId = "", clOrdId = "" } = asked;
        return { ordId, clOrdId, sCode: "51603", sMsg: "Order does not exist" };
      }),
  };
}

const accountOf = ({ caller }: Visit): string => caller?.name ?? "";

function nameOf({ ordId, clOrdId }: Asked, visit: Visit): OrderName {
  return { account: accountOf(visit), id: ordId, clientId: clOrdId };
}

function acknowledged({ id, clientId, asked }: HeldOrder, { nowMs }: Visit): unknown {
  const tag = textOf(asked["tag"]);
  return { ordId: id, clOrdId: clientId, tag, ts: String(nowMs), sCode: "0", sMsg: "" };
}

function described({ id, clientId, isOpen, asked, placedAtMs, changedAtMs }: HeldOrder): unknown {
  const { instId, tdMode, side, ordType, sz, px = "", tag = "" } = asked;
  return {
    ordId: id,
    clOrdId: clientId,
    instType: typeOf(textOf(instId)),
    instId,
    tdMode,
    side,
    ordType,
    sz,
    px,
    tag,
    state: isOpen ? "live" : "canceled",
    accFillSz: "0",
    avgPx: "",
    fillPx: "",
    fillSz: "0",
    fee: "0",
    feeCcy: "",
    ccy: "",
    lever: "",
    posSide: "net",
    category: "normal",
    cTime: String(placedAtMs),
    uTime: String(changedAtMs),
  };
}

function typeOf(instId: string): string {
  if (instId.endsWith("-SWAP")) return "SWAP";
  const parts = instId.split("-").length;
  if (parts === 2) return "SPOT";
  return parts === 3 ? "FUTURES" : "OPTION";
}
