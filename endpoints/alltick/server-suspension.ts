/**
 * Halts and resumptions, made up: one every nine days of the last year, the newest first.
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/http_interface/get_suspension_query.md,
 * read 2026-11.
 */

const dayMs = 86_400_000;
const everyDays = 9;
const yearDays = 365;

/** The answer of one exchange: all of a year, or the page that the query asks for. */
export function suspensionOf(exchange: string, query: string, nowMs: number): unknown {
  const firstMs = Math.floor(nowMs / (everyDays * dayMs)) * everyDays * dayMs;
  const count = Math.floor(yearDays / everyDays);
  const all = Array.from({ length: count }, (_, index) =>
    haltOf(exchange, count - index, firstMs - index * everyDays * dayMs),
  );
  const common = { success: true, timestamp: written(nowMs).replace(" ", "T"), totalCount: count };
  const asked = new URLSearchParams(query);
  if (!asked.has("page") && !asked.has("size")) return { ...common, data: all };
  const [page, size] = [numberIn(asked, "page", 1), numberIn(asked, "size", 10)];
  const data = all.slice((page - 1) * size, page * size);
  const totalPages = Math.ceil(count / size);
  return { ...common, totalPages, currentPage: page, currentSize: data.length, data };
}

function haltOf(exchange: string, number: number, atMs: number): unknown {
  const [haltDate, haltTime] = written(atMs).split(" ");
  const [resumeDate, resumeTime] = written(atMs + dayMs).split(" ");
  return {
    symbol: exchange === "SSE" ? String(600_000 + number) : `HALT${number}`,
    symbolName: null,
    haltReason: "News pending",
    haltDate,
    haltTime,
    resumeDate,
    resumeTime,
    sourceExchange: exchange,
    publishDate: written(atMs - 300_000),
  };
}

function numberIn(query: URLSearchParams, name: string, otherwise: number): number {
  const number = Number(query.get(name) ?? otherwise);
  return Number.isInteger(number) && number > 0 ? number : otherwise;
}

/** Sweden writes dates as AllTick does: "2024-01-15 10:30:00". */
const calendar = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "UTC",
  dateStyle: "short",
  timeStyle: "medium",
});

function written(epochMs: number): string {
  return calendar.format(epochMs);
}
