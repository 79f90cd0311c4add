/**
 * What is known of Bitfinex's limits: so much in a minute for each endpoint and address, and no header.
 *
 *     https://docs.bitfinex.com/docs/requirements-and-limitations: 10 to 90 in a minute, by endpoint
 *     JKorf/Bitfinex.Net at a39bbf9 (2026-07-23), ccxt 4.5.84 (2026-09-25), GoCryptoTrader: the numbers
 *
 * All read 2026-11. Unconfirmed: the numbers of single endpoints; where they differ, the smallest is here.
 * How the minute lies is not published.
 */
import type { Answer, Limit, Refusal } from "headgate";

/** A limit of one endpoint for each address. */
export function perMinute(max: number) {
  return {
    own: { counted: "unknown", windowMs: 60_000, max, per: ["ip"] } satisfies Limit,
    weight: { own: 1 },
  } as const;
}

/** Where Bitfinex puts its error code: `["error", 10114, "nonce: small"]`, of old `{"error": "ERR_RATE_LIMIT"}`. */
export function code({ body }: Answer): string | number | undefined {
  if (Array.isArray(body)) {
    const [word, number]: readonly unknown[] = body;
    return word === "error" && typeof number === "number" ? number : undefined;
  }
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined;
  return typeof body.error === "string" ? body.error : undefined;
}

/** A notification whose seventh field says that it did not work; it comes with 200. */
function isFailure({ body }: Answer): boolean {
  if (!Array.isArray(body)) return false;
  const fields: readonly unknown[] = body;
  return fields[6] === "ERROR" || fields[6] === "FAILURE";
}

/** For so long who asks for too much is shut out, ms; older texts have 10 to 60 s. */
const blockedMs = 60_000;

/** Every no of Bitfinex; the first row that fits decides. */
export const refusals: readonly Refusal<never>[] = [
  // https://github.com/ccxt/ccxt/issues/6384
  { code: 11_010, kind: "quota", limits: ["own"], executed: "no", waitMs: blockedMs },
  // The address is blocked, says the page of requirements and limitations.
  { code: "ERR_RATE_LIMIT", kind: "ban", whose: "ip", executed: "no", waitMs: blockedMs },
  { status: 429, kind: "quota", limits: ["own"], executed: "no", waitMs: blockedMs },

  // Calls that overtook each other: a new nonce is a larger one. https://github.com/ccxt/ccxt/issues/39
  { code: 10_114, kind: "timestamp", executed: "no" },
  { when: isSmallNonce, kind: "timestamp", executed: "no" },
  // Codes: bitfinexcom/bitfinex-api-py at 791c845 (2024-11-14), read 2026-11.
  ...[10_100, 10_111, 10_112, 10_113].map(
    (wrong) => ({ code: wrong, kind: "credentials", executed: "no" }) as const,
  ),
  { code: 10_020, kind: "request", executed: "no" },
  { status: 200, when: isFailure, kind: "request", executed: "no" },
];

/** As version 1 has it. */
function isSmallNonce({ body }: Answer): boolean {
  return (
    typeof body === "object" &&
    body !== null &&
    "message" in body &&
    body.message === "Nonce is too small."
  );
}
