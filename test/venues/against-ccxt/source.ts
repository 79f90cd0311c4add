/** Where a declaration has its figures from: the address and the date in the file that declares an endpoint. */
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

export type Source = Readonly<{ url: string; read: string }>;

const folders = resolve("endpoints");

/** Venues of one exchange share files. */
const shared: Readonly<Record<string, readonly string[]>> = {
  "binance-coinm": ["binance-usdm", "binance-spot"],
  "binance-usdm": ["binance-spot"],
  "binance-sapi": ["binance-usdm", "binance-spot"],
};

/** Of the file that has the path, or the end of it; else of the one with the venue's limits. */
export function sourceOf(venue: string, path: string): Source {
  const texts = [venue, ...(shared[venue] ?? [])].flatMap(textsIn);
  for (let end = path; end !== ""; end = end.slice(1).replace(/^[^/]*/, "")) {
    const file = texts.find(({ text }) => new RegExp(`${escaped(end)}["\`]`).test(text));
    const source = file && sourceIn(file.text);
    if (source !== undefined) return source;
  }
  const limits = texts.find(({ name }) => name === "limits.ts") ?? texts[0];
  const source = sourceIn(limits?.text ?? "");
  if (source === undefined) throw new Error(`${venue} does not say where ${path} is from.`);
  return source;
}

function textsIn(folder: string): readonly Readonly<{ name: string; text: string }>[] {
  return readdirSync(resolve(folders, folder))
    .filter((name) => !name.startsWith("server"))
    .map((name) => ({ name, text: readFileSync(resolve(folders, folder, name), "utf8") }));
}

function sourceIn(text: string): Source | undefined {
  const url = /https:\/\/[^\s,;)]+/.exec(text)?.[0];
  const read = /read (\d{4}-\d{2})/.exec(text)?.[1];
  return url === undefined || read === undefined ? undefined : { url, read };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
