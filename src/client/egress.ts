/** Outgoing addresses by name: the name is the key of an address's buckets, the dispatcher its way out. */
import type { Dispatcher } from "undici";
import type { Account } from "../venue/signing.ts";

export type { Dispatcher };

export type Egress = Readonly<Record<string, Dispatcher>>;

/** What this process calls the only address that it has. */
const defaultEgress = "default";

/**
 * The address of what names none.
 *
 * @throws {TypeError} If an account goes out through an address that is not there, or many machines share the
 * ledger and none has a name: the name is what those behind one address have in common.
 */
export function mainEgress(
  accounts: ReadonlyMap<string, Account>,
  egress: Egress,
  isShared: boolean,
): string {
  for (const [name, account] of accounts) {
    if (account.egress === undefined || Object.hasOwn(egress, account.egress)) continue;
    throw new TypeError(
      `The account "${name}" goes out through "${account.egress}", which egress does not have.`,
    );
  }
  if (!isShared) return defaultEgress;
  const [first] = Object.keys(egress);
  if (first !== undefined) return first;
  throw new TypeError(
    "A ledger that many machines share needs egress by name: the name of an address is what those behind it have in common.",
  );
}
