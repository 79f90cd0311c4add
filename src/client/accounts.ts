/**
 * Accounts by name. The name is the key of an account's buckets, so one key under two names would be
 * counted twice as generously as the exchange counts it.
 */
import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Account } from "../venue/signing.ts";

/** Which names and keys are in use, by ledger and by exchange. */
const registered = new WeakMap<Ledger, Map<string, Map<string, string>>>();

/** Who counts an account: by the time they live in, and by exchange and key. Ledgers do not talk to each other. */
const counting = new WeakMap<
  Clock,
  Map<string, Readonly<{ by: WeakRef<Ledger>; share: number }>>
>();

/** Printable ASCII without blanks around it. The error of a transport that refuses more than that shows it. */
const sendable = /^[!-~](?:[ -~]*[!-~])?$/;

/** A name for an account that was given none: the same for the same key, and no secret. */
export function nameOf(account: Account): string {
  return `key-${fingerprint(account)}`;
}

/**
 * Notes the accounts of a client; returns what a person should know.
 *
 * @throws {TypeError} If a key is empty, cannot stand in a header, or is in use under another name.
 */
export function register(
  accounts: ReadonlyMap<string, Account>,
  at: Readonly<{ ledger: Ledger; exchange: string; clock: Clock; share: number }>,
): readonly string[] {
  const exchanges = registered.get(at.ledger) ?? new Map<string, Map<string, string>>();
  registered.set(at.ledger, exchanges);
  const names = exchanges.get(at.exchange) ?? new Map<string, string>();
  exchanges.set(at.exchange, names);
  const notices: string[] = [];
  for (const [name, account] of accounts) {
    const wrong = wrongWord(account);
    if (wrong !== undefined) {
      throw new TypeError(`${at.exchange}: the account "${name}" has ${wrong}.`);
    }
    const print = fingerprint(account);
    const known = names.get(print);
    if (known !== undefined && known !== name) {
      throw new TypeError(`${at.exchange}: one apiKey is called "${known}" and "${name}".`);
    }
    if (known === undefined && [...names.values()].includes(name)) {
      notices.push(
        `${at.exchange}: the account "${name}" has several apiKeys; they share its limits.`,
      );
    }
    names.set(print, name);
    if (isCountedTwice(print, at)) {
      notices.push(
        `${at.exchange}: the account "${name}" is counted in two ledgers, each with more than is left of its limits; give its clients one ledger, or each of them a share.`,
      );
    }
  }
  return notices;
}

/** Whether another ledger counts the same account, and both together plan with more than there is. */
function isCountedTwice(
  print: string,
  { ledger, exchange, clock, share }: Parameters<typeof register>[1],
): boolean {
  const known = counting.get(clock) ?? new Map<string, { by: WeakRef<Ledger>; share: number }>();
  counting.set(clock, known);
  const key = `${exchange} ${print}`;
  const other = known.get(key);
  const otherLedger = other?.by.deref();
  known.set(key, { by: new WeakRef(ledger), share });
  return otherLedger !== undefined && otherLedger !== ledger && share + (other?.share ?? 0) > 1;
}

function wrongWord(account: Account): string | undefined {
  if (account.apiKey === "" || account.secret === "") return "an empty apiKey or secret";
  const word = (["apiKey", "passphrase"] as const).find(
    (one) => !sendable.test(account[one] ?? "-"),
  );
  return word === undefined ? undefined : `a character in its ${word} that no header can hold`;
}

function fingerprint({ apiKey }: Account): string {
  return createHash("sha256").update(apiKey).digest("hex").slice(0, 12);
}
