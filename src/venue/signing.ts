/**
 * Who signs what, as a venue sees it. A signature is made anew for each attempt, after its permit;
 * `schemes.ts` has the ways in which it is made.
 */

/** One account. Its name in `accounts` is the key of its buckets, in this process and in Redis. */
export type Account = Readonly<{
  apiKey: string;
  /** The secret, or what signs with it: then it can stay where it is kept. */
  secret: string | ((payload: string | Uint8Array) => string | Promise<string>);
  passphrase?: string;
  /** The outgoing address that its calls use, by name. */
  egress?: string;
}>;

/** A request as it will stand on the wire. */
export type Outgoing = Readonly<{
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}>;

/**
 * Makes the signed request, anew for each attempt, after its permit. `auth` is what the endpoint asks for:
 * of a "key" it wants no signature.
 */
export type Signer = (
  request: Outgoing & Readonly<{ auth: "key" | "signed" | "either" }>,
  by: Account,
  serverTimeMs: number,
) => Outgoing | Promise<Outgoing>;
