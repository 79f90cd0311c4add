/** What Deribit's server side answers: the shapes of the documentation. https://docs.deribit.com, read 2026-11. */
import { Orders } from "headgate/emulator";
import type { HeldOrder, Visit } from "headgate/emulator";

type Result = (visit: Visit) => unknown;

const order = (visit: Visit): object => ({
  order_id: "ETH-1",
  order_state: "open",
  instrument_name: visit.params["instrument_name"] ?? "BTC-PERPETUAL",
  label: visit.params["label"] ?? "",
});
const ordered: Result = (visit) => ({ order: order(visit), trades: [] });

/** About orders that somebody has placed: market orders are done at once. */
function placing(): Readonly<Record<string, Result>> {
  const all = new Orders((count) => `ETH-${count}`);
  const place: Result = ({ params, caller, nowMs }) => {
    const held = { account: caller?.name ?? "", clientId: params["label"] };
    const isOpen = params["type"] !== "market";
    const placed = all.place({ ...held, placedAtMs: nowMs, isOpen, asked: params });
    return { order: described(placed), trades: [] };
  };
  const shown =
    (isOpen: boolean): Result =>
    ({ params: { instrument_name }, caller }) =>
      all.of(caller?.name ?? "", { isOpen, asked: { instrument_name } }).map(described);
  return {
    buy: place,
    sell: place,
    get_open_orders_by_instrument: shown(true),
    get_order_history_by_instrument: shown(false),
  };
}

const described = ({ id, clientId, isOpen, placedAtMs, asked }: HeldOrder): object => ({
  order_id: id,
  order_state: isOpen ? "open" : "filled",
  instrument_name: asked["instrument_name"],
  label: clientId,
  creation_timestamp: placedAtMs,
});
const orders: Result = (visit) => [order(visit)];

const trades: Result = ({ nowMs }) => ({
  trades: [{ trade_id: "1", price: 60_000, amount: 10, direction: "buy", timestamp: nowMs }],
  has_more: false,
});

const results: Readonly<Record<string, Result>> = {
  get_time: ({ nowMs }) => nowMs,
  ticker: ({ params }) => ({ instrument_name: params["instrument_name"], last_price: 60_000 }),
  get_order_book: ({ nowMs }) => ({
    bids: [[59_999, 10]],
    asks: [[60_001, 10]],
    timestamp: nowMs,
  }),
  get_last_trades_by_instrument: trades,
  get_tradingview_chart_data: ({ nowMs }) => ({ status: "ok", ticks: [nowMs], close: [60_000] }),
  get_book_summary_by_currency: () => [{ instrument_name: "BTC-PERPETUAL" }],
  get_instruments: () => [{ instrument_name: "BTC-PERPETUAL", kind: "future" }],
  get_account_summary: ({ params }) => ({ currency: params["currency"], equity: 1 }),
  get_positions: () => [{ instrument_name: "BTC-PERPETUAL", size: 10 }],
  get_open_orders: orders,
  get_order_state: order,
  get_user_trades_by_instrument: trades,
  get_transaction_log: () => ({ logs: [], continuation: null }),
  edit: ordered,
  close_position: ordered,
  cancel: order,
  cancel_all: () => 1,
  cancel_all_by_instrument: () => 1,
  cancel_all_by_currency: () => 1,
  cancel_all_by_kind_or_type: () => 1,
  cancel_by_label: () => 1,
};

/** What the methods of one server side answer. */
export function answersOf(): (method: string, visit: Visit) => unknown {
  const all = { ...results, ...placing() };
  return (method, visit) => {
    const us = visit.nowMs * 1_000;
    const result = all[method]?.(visit) ?? {};
    return { jsonrpc: "2.0", result, usIn: us, usOut: us, usDiff: 0, testnet: false };
  };
}
