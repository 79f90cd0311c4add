/** All venues that there are. */
import { proof as alltick } from "./alltick.ts";
import { proof as binanceSpot } from "./binance-spot.ts";
import { proof as bybit } from "./bybit.ts";
import type { Proof } from "./proof.ts";

export const proofs: readonly Proof[] = [alltick, binanceSpot, bybit];
