/** Clients that hand the exchange's code on, instead of names of their own. */
import type { ServerAnswer } from "headgate/emulator";

/** What clients throw, or find in a body. */
type Coded = Readonly<{ code?: unknown; retCode?: unknown; body?: unknown; data?: unknown }>;

/** The code of an order is more special than that of its call. */
export function codeIn(error: unknown): readonly string[] {
  if (typeof error !== "object" || error === null) return [String(error)];
  const { code, retCode, body, data }: Coded = error;
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  const ofOrder: unknown =
    typeof first === "object" ? Reflect.get(first ?? {}, "sCode") : undefined;
  const all = [ofOrder, retCode, code, typeof body === "string" ? body : undefined];
  const names = all.filter((one) => one !== undefined && one !== null).map(String);
  return names.length > 0 ? names : [JSON.stringify(error)];
}

/** The same in an answer; its status where the body has no code. */
export function codeOf({ status, body }: ServerAnswer): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return [...codeIn(parsed).slice(0, 1), String(status)];
  } catch {
    return [String(status), body];
  }
}

/** A decimal string, or none. */
export function num(text: unknown): number {
  return typeof text === "string" || typeof text === "number" ? Number(text) : NaN;
}
