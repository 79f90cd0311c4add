/** Every emulated endpoint, by method and path. */
import { accountEndpoints } from "./server-account.ts";
import type { Run } from "./server-desk.ts";
import { marketEndpoints } from "./server-market-data.ts";
import { tradingEndpoints } from "./server-trading.ts";

export const endpoints: Readonly<Record<string, Run>> = {
  ...marketEndpoints,
  ...tradingEndpoints,
  ...accountEndpoints,
};
