/** What every client that judges a venue does there, each in its own way. */
import type { ServerAnswer, ServerRefusal } from "headgate/emulator";
import type { Proof } from "../proof.ts";

/** What the client made of an order. */
type Found = Readonly<{ isOpen: boolean; price: number; amount: number }>;

/** One client of one account. What is returned is what the client made of the answer. */
export type Desk = Readonly<{
  /** All that the client fetches before it works. */
  load: () => Promise<unknown>;
  book: () => Promise<Readonly<{ bid: number; ask: number }>>;
  last: () => Promise<number>;
  /** The price of a trade. */
  traded: () => Promise<number>;
  /** What the account has of the currency that the order is paid with. */
  held: () => Promise<number>;
  /** Places the order below, and gives the exchange's id of it. */
  place: () => Promise<string>;
  find: (id: string) => Promise<Found>;
  cancel: (id: string) => Promise<unknown>;
}>;

/** It rests in every book. */
export const order = { price: 1_000, amount: 0.01 } as const;

export type Keys = Readonly<{ apiKey: string; secret: string; passphrase: string }>;

export type Judge = Readonly<{
  client: string;
  /** Whose server side is judged; `beside` are others that the client wants to see, too. */
  proof: Proof;
  beside?: readonly Proof[];
  /** `originOf` says where to go instead of the exchange's URL. */
  open: (originOf: (url: string) => string, keys: Keys) => Promise<Desk>;
  /** What the client calls what went wrong, the most special name first. */
  named: (error: unknown) => readonly string[];
  /** The names for a no; any of them will do. */
  means: (refusal: ServerRefusal, answer: ServerAnswer) => readonly string[];
  /** What the client, as it documents it, says of a wrong secret. */
  wrongSecret: string;
  /** By refusal what the client says instead, where that is its own affair: see `judges.ts`. */
  differs?: Readonly<Record<string, string>>;
}>;
