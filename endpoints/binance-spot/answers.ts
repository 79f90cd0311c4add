/** How an answer of any of Binance's APIs is read: its error code, its clock, its words. */
import type { Answer } from "headgate";
import { z } from "zod";

/** Where Binance puts its error code: a number in `code`. */
export function code({ body }: Answer): number | undefined {
  if (typeof body !== "object" || body === null || !("code" in body)) return undefined;
  return typeof body.code === "number" ? body.code : undefined;
}

/** `time` and `exchangeInfo` carry the exchange's clock in ms. */
export function serverTimeMs({ body }: Answer): number | undefined {
  if (typeof body !== "object" || body === null || !("serverTime" in body)) return undefined;
  return typeof body.serverTime === "number" ? body.serverTime : undefined;
}

/** "Way too much request weight used; IP banned until 1660090423228." Epoch ms. */
export function bannedUntilMs(answer: Answer): number | undefined {
  const digits = /banned until (\d{13})\b/.exec(text(answer))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function saying(pattern: RegExp): (answer: Answer) => boolean {
  return (answer) => pattern.test(text(answer));
}

const messages = z.object({
  msg: z.string().catch(""),
  /** Of a cancelReplace, what became of the new order. */
  data: z
    .object({ newOrderResponse: z.object({ msg: z.string() }) })
    .optional()
    .catch(undefined),
});

/** The words of an answer: `msg`, also that of an order within it, or a body that is nothing but text. */
function text({ body }: Answer): string {
  if (typeof body === "string") return body;
  const { data: said } = messages.safeParse(body);
  return said === undefined ? "" : `${said.msg} ${said.data?.newOrderResponse.msg ?? ""}`;
}
