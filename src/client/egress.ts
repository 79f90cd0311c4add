/** Outgoing addresses by name: the name is the key of an address's buckets, the dispatcher its way out. */
import type { Dispatcher } from "undici";
import type { Account } from "../venue/signing.ts";

export type { Dispatcher };

export type Egress = Readonly<Record<string, Dispatcher>>;

/** What is called by no account, or by one that names none, goes out here. */
export const defaultEgress = "default";

/** @throws {TypeError} If an account goes out through an address that is not there. */
export function checkEgress(accounts: ReadonlyMap<string, Account>, egress: Egress): void {
  for (const [name, account] of accounts) {
    if (account.egress === undefined || Object.hasOwn(egress, account.egress)) continue;
    throw new TypeError(
      `The account "${name}" goes out through "${account.egress}", which egress does not have.`,
    );
  }
}
