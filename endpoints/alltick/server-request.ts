/**
 * What a request asks for: the document in its query or its body, read as strictly as AllTick reads it.
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/common_standard_header.md,
 * read 2026-11.
 */
import type { ServerRequest } from "headgate/emulator";
import { z } from "zod";
import { AlltickError } from "./server-answers.ts";

const header = z.object({
  trace: z.string().min(1).max(64),
  data: z.record(z.string(), z.unknown()),
});

const code = z.object({ code: z.string().min(1) });
const codes = z.object({ symbol_list: z.array(code).min(1) });

const series = code.extend({
  kline_type: z.int().min(1).max(10),
  kline_timestamp_end: z.int().min(0),
  query_kline_num: z.int().min(1),
  adjust_type: z.literal(0),
});
const batch = z.object({ data_list: z.array(series).min(1) });

/** One series of klines that a request asks for. */
export type Series = z.output<typeof series>;

/** The document of a request. @throws {AlltickError} */
function documentOf(request: ServerRequest): z.output<typeof header> {
  return parsed(header, jsonOf(request), "headerInvalid");
}

/** The codes of trade-tick, depth-tick or static_info. @throws {AlltickError} */
export function codesOf(request: ServerRequest): readonly string[] {
  const asked = parsed(codes, documentOf(request).data, "dataInvalid");
  return asked.symbol_list.map((one) => one.code);
}

/** What kline asks for. @throws {AlltickError} */
export function seriesOf(request: ServerRequest): Series {
  return parsed(series, documentOf(request).data, "dataInvalid");
}

/** What batch-kline asks for. @throws {AlltickError} */
export function batchOf(request: ServerRequest): readonly Series[] {
  return parsed(batch, documentOf(request).data, "dataInvalid").data_list;
}

/** The trace of a request, where it has one that can be read: refusals repeat it too. */
export function traceOf(request: ServerRequest): string {
  try {
    return documentOf(request).trace;
  } catch {
    return "";
  }
}

function jsonOf({ method, query, body }: ServerRequest): unknown {
  if (method !== "POST") return json(new URLSearchParams(query).get("query"), "queryInvalid");
  if (body === "") throw new AlltickError("bodyEmpty");
  return json(body, "headerInvalid");
}

function json(text: string | null, otherwise: "queryInvalid" | "headerInvalid"): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    throw new AlltickError(otherwise);
  }
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  otherwise: "headerInvalid" | "dataInvalid",
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AlltickError(otherwise);
}
