/** A small exchange for tests of the client: two limits, every kind of endpoint, every kind of no. */
import { defineVenue, del, get, headerNumber, post, signature } from "headgate";
import type { Account, Answer, Limit, Reader, Refusal, Signer } from "headgate";
import { z } from "zod";

/** To be recognised wherever they leak. */
export const apiKey = "KEY-recognisable-0123456789";
export const secret = "SECRET-recognisable-9876543210";
export const account: Account = { apiKey, secret };

const limits = {
  weight: { counted: "rolling-window", windowMs: 10_000, max: 100, per: ["ip"], headroom: 0.05 },
  orders: { counted: "rolling-window", windowMs: 1_000, max: 10, per: ["account"], headroom: 0.05 },
} as const satisfies Readonly<Record<string, Limit>>;

type Name = keyof typeof limits;

const reports: Reader<Name> = (answer) => {
  const used = headerNumber(answer, "x-used");
  return used === undefined ? {} : { weight: { used } };
};

const refusals: readonly Refusal<Name>[] = [
  { status: 429, code: "orders", kind: "quota", limits: ["orders"], executed: "no" },
  { status: 429, kind: "quota", limits: ["weight"], executed: "no" },
  { status: 418, kind: "ban", whose: "ip", executed: "no" },
  { status: 400, code: "late", kind: "timestamp", executed: "no" },
  { status: 503, code: "busy", kind: "overload", executed: "no" },
];

/** The timestamp and the signature stand in headers. */
export const sign: Signer = async (request, by, serverTimeMs) => {
  const stamp = String(Math.floor(serverTimeMs));
  const payload = `${stamp}${request.url.search}${request.body}`;
  const signed = await signature(by.secret, payload, { by: "hmac-sha256", as: "hex" });
  const headers = { ...request.headers, "x-key": by.apiKey, "x-stamp": stamp, "x-sign": signed };
  return { ...request, headers };
};

const coded = z.object({ code: z.string() });

export function codeOf({ body }: Answer): string | undefined {
  return coded.safeParse(body).data?.code;
}

/** Failed orders weigh 1, accepted ones nothing. */
const unlessAccepted = { reserve: 1, actual: (answer: Answer) => (answer.status < 400 ? 0 : 1) };

export const toy = defineVenue({
  name: "toy",
  origin: "https://toy.example",
  limits,
  reports: [reports],
  refusals,
  sign,
  code: codeOf,
  serverTimeMs: (answer) => headerNumber(answer, "x-time"),
  endpoints: {
    book: get("/book", {
      params: z.strictObject({ symbol: z.string(), limit: z.number().optional() }),
      answer: z.looseObject({ bids: z.array(z.string()) }),
      weight: { weight: ({ limit = 5 }) => limit },
    }),
    status: get("/status", {
      params: z.strictObject({}),
      answer: z.looseObject({ up: z.boolean() }),
      weight: { weight: 1 },
    }),
    candles: get("/items/{id}/candles", {
      params: z.strictObject({ id: z.string(), age: z.number().optional() }),
      answer: z.array(z.number()),
      hints: ["age"],
      weight: { weight: 2 },
    }),
    balance: get("/balance", {
      params: z.strictObject({}),
      answer: z.looseObject({ free: z.string() }),
      auth: "signed",
      weight: { weight: 10 },
    }),
    order: post("/order", {
      params: z.strictObject({ symbol: z.string(), id: z.string().optional() }),
      answer: z.looseObject({ orderId: z.number() }),
      auth: "signed",
      clientId: "id",
      weight: { weight: unlessAccepted, orders: 1 },
    }),
    cancel: del("/order", {
      params: z.strictObject({ symbol: z.string(), id: z.string() }),
      answer: z.looseObject({ orderId: z.number() }),
      auth: "signed",
      idempotent: true,
      priority: "urgent",
      clientId: "id",
      withdraws: true,
      weight: { weight: unlessAccepted },
    }),
  },
});
