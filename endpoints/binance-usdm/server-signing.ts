/**
 * Whether a request is fresh and signed right, at any of Binance's APIs; parameters stand in the query, in the body, or in both.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info, read 2026-11.
 */
import { createHmac } from "node:crypto";
import type { ServerAccount, Visit } from "headgate/emulator";
import { signedPayload } from "../binance-spot/server-signing.ts";

export function checkSignature(
  { request, params, nowMs }: Visit,
  { secret }: ServerAccount,
): "late" | "wrongSignature" | undefined {
  const sentMs = Number(params["timestamp"]);
  const recvWindowMs = Number(params["recvWindow"] ?? 5_000);
  if (!(sentMs >= nowMs - recvWindowMs && sentMs < nowMs + 1_000)) return "late";
  const expected = createHmac("sha256", secret).update(signedPayload(request)).digest("hex");
  const signature = String(params["signature"]).toLowerCase();
  return signature === expected ? undefined : "wrongSignature";
}

export function keyOf({ request }: Pick<Visit, "request">): string | undefined {
  return request.headers["x-mbx-apikey"];
}
