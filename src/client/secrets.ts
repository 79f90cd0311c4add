/** What must never stand in an error, though an exchange may repeat what it was sent. */
import type { Outgoing } from "../venue/signing.ts";
import type { Prepared } from "./prepare.ts";

/** What signing adds may be a signature from this length on; a time stamp is shorter. */
const signatureLength = 16;

/** The account's own words, and what its signature has added to the request. */
export function secretsIn(
  call: Pick<Prepared, "caller" | "outgoing">,
  signed: Outgoing,
): readonly string[] {
  if (call.caller === undefined) return [];
  const { apiKey, secret, passphrase } = call.caller.account;
  const own = [apiKey, secret, passphrase].filter((word) => typeof word === "string");
  const before = new Set(wordsOf(call.outgoing));
  const added = wordsOf(signed).filter(
    (word) => word.length >= signatureLength && !before.has(word),
  );
  // The longest first: one may hold another.
  return [...own, ...added].filter((word) => word !== "").toSorted((a, b) => b.length - a.length);
}

export function redacted(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, word) => rest.replaceAll(word, "***"), text);
}

/** Header values, query values as they read and as they stand on the wire, and what a body holds. */
function wordsOf({ headers, url, body = "" }: Outgoing): readonly string[] {
  const query = [...url.searchParams.values()];
  const encoded = query.map((value) => encodeURIComponent(value));
  return [...Object.values(headers), ...query, ...encoded, ...(body.match(/[\w+/=%.-]+/g) ?? [])];
}
