/** The orders that a server side keeps. */
import { expect, test } from "vitest";
import { Orders } from "headgate/emulator";

const [account, placedAtMs] = ["maker", 1_000];
const asked = { symbol: "BTCUSDT", price: "1000" };

function placedOne(): Orders {
  const orders = new Orders((count) => `o${count}`);
  orders.place({ account, clientId: "mine", placedAtMs, asked });
  return orders;
}

test("an order is found by either of its ids, and by its own account alone", () => {
  const orders = placedOne();
  const order = { id: "o1", clientId: "mine", isOpen: true, asked };
  expect(orders.named({ account, id: "o1" })).toMatchObject(order);
  expect(orders.named({ account, clientId: "mine" })).toMatchObject(order);
  expect(orders.named({ account: "taker", id: "o1" })).toBeUndefined();
  expect(orders.named({ account: "taker", clientId: "mine" })).toBeUndefined();
  expect(orders.named({ account, id: "o2" })).toBeUndefined();
  expect(orders.named({ account })).toBeUndefined();
});

test("ids may come as numbers", () => {
  const orders = new Orders();
  orders.place({ account, clientId: "", placedAtMs, asked });
  expect(orders.named({ account, id: 1 })?.id).toBe("1");
});

test("an order is cancelled once, and amended as long as it is open", () => {
  const orders = placedOne();
  const amended = orders.amend({ account, id: "o1" }, { price: "2000" }, 2_000);
  expect(amended).toMatchObject({ asked: { symbol: "BTCUSDT", price: "2000" }, placedAtMs });
  expect(orders.cancel({ account, clientId: "mine" }, 3_000)).toMatchObject({
    isOpen: false,
    changedAtMs: 3_000,
  });
  expect(orders.cancel({ account, id: "o1" }, 4_000)).toBeUndefined();
  expect(orders.amend({ account, id: "o1" }, { price: "1" }, 4_000)).toBeUndefined();
});

test("what never rests is not open", () => {
  const orders = new Orders();
  const { id } = orders.place({ account, clientId: "", placedAtMs, isOpen: false, asked });
  expect(orders.cancel({ account, id }, 2_000)).toBeUndefined();
});

test("lists have the newest first, and what is wanted of an account alone", () => {
  const orders = placedOne();
  orders.place({ account, clientId: "next", placedAtMs, asked: { symbol: "ETHUSDT" } });
  orders.place({ account: "taker", clientId: "", placedAtMs, asked });
  orders.cancel({ account, id: "o1" }, 2_000);
  const ids = (...of: Parameters<Orders["of"]>) => orders.of(...of).map(({ id }) => id);
  expect(ids(account)).toEqual(["o2", "o1"]);
  expect(ids(account, { isOpen: false })).toEqual(["o1"]);
  expect(ids(account, { clientId: "next" })).toEqual(["o2"]);
  expect(ids(account, { asked: { symbol: "BTCUSDT" } })).toEqual(["o1"]);
  expect(ids(account, { id: undefined, asked: { symbol: undefined } })).toEqual(["o2", "o1"]);
});

test("of twenty thousand orders the older half is forgotten", () => {
  const orders = placedOne();
  for (let count = 0; count < 19_999; count += 1) {
    orders.place({ account, clientId: `c${count}`, placedAtMs, asked });
  }
  expect(orders.size).toBe(10_000);
  expect(orders.named({ account, id: "o1" })).toBeUndefined();
  expect(orders.named({ account, clientId: "mine" })).toBeUndefined();
  expect(orders.named({ account, clientId: "c9999" })?.id).toBe("o10001");
});
