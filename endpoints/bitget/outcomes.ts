/**
 * What became of orders of Bitget: of one whose answer did not come, and of each of a batch.
 *
 * https://www.bitget.com/api-doc/spot/trade/Get-Order-Info, https://www.bitget.com/api-doc/contract/trade/Get-Order-Details
 * and https://www.bitget.com/api-doc/common/error-code/restapi (copies of 2025-11-30), read 2026-11.
 */
import type { Answer, Item, Outcome } from "headgate";
import { z } from "zod";
import { code } from "./limits.ts";

const order = z.looseObject({ clientOid: z.string(), orderId: z.string(), cTime: z.string() });
const envelope = z.looseObject({});
const shown = z.object({ data: z.union([order, z.array(order)]) });

/** Of spot it is a list, of futures the order itself. */
function orderIn(body: unknown, clientOid: string | undefined): z.output<typeof order> | undefined {
  const { data = [] } = shown.safeParse(body).data ?? {};
  return [data].flat().find((one) => one.clientOid === clientOid);
}

type Named = Readonly<{ clientOid?: string | undefined }>;

/**
 * By its `clientOid`, which may be used again once an order is done. A request is good for 30 seconds; two more
 * for the clocks. Unconfirmed: that what is shown never lags by more.
 */
const byClientOid: Pick<Outcome<Named>, "placedMs" | "settleMs" | "answer"> = {
  placedMs: ({ body }, { clientOid }) => {
    const createdMs = orderIn(body, clientOid)?.cTime;
    return createdMs === undefined ? undefined : Number(createdMs);
  },
  settleMs: () => 32_000,
  answer: ({ body }, { clientOid }) => {
    const found = orderIn(body, clientOid);
    return found === undefined ? undefined : { ...envelope.parse(body), data: found };
  },
};

/** "The data of the order cannot be found", "The order does not exist". Unconfirmed: which of them says which endpoint. */
const notFound = {
  when: (answer: Answer): boolean => ["40109", "43001"].includes(code(answer) ?? ""),
};

/** Where there is none an empty list says so as well. */
export const findable: Outcome<Named> = {
  ask: "orderInfo",
  by: ({ clientOid }) => ({ clientOid }),
  notFound,
  ...byClientOid,
};

export const mixFindable: Outcome<Named & Readonly<{ symbol: string; productType: string }>> = {
  ask: "mixOrderDetail",
  by: ({ symbol, productType, clientOid }) => ({ symbol, productType, clientOid }),
  notFound,
  ...byClientOid,
};

const one = z.object({ data: z.unknown() });

/** The answer of a batch, by those of its orders. */
export function listing(each: readonly unknown[]): unknown {
  const successList = each.map((answer) => one.safeParse(answer).data?.data);
  return { ...envelope.parse(each[0]), data: { successList, failureList: [] } };
}

const names = { orderId: z.string().nullish(), clientOid: z.string().nullish() };
const told = z.object({
  data: z.object({
    successList: z.array(z.object(names)),
    failureList: z.array(z.object({ ...names, errorCode: z.string().optional() })),
  }),
});
const orders = z.object({ orderList: z.array(z.object(names)) });

/** Two lists tell of a batch, by the ids of its orders: what is in neither may have been executed. */
export function eachOrder({ body }: Answer, params: unknown): readonly Item[] | undefined {
  const said = told.safeParse(body).data?.data;
  const asked = orders.safeParse(params).data?.orderList;
  if (said === undefined || asked === undefined) return undefined;
  return asked.map((placed) => {
    const isIt = (other: z.output<(typeof orders.shape.orderList)["element"]>): boolean =>
      (placed.clientOid ?? "") === ""
        ? other.orderId === placed.orderId
        : other.clientOid === placed.clientOid;
    const failure = said.failureList.find(isIt);
    if (failure !== undefined) return { executed: "no", code: failure.errorCode };
    return { executed: said.successList.some(isIt) ? "yes" : "unknown" };
  });
}
