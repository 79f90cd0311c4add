/** Answers that came packed. What they unpack to is bounded, since a few bytes can be made of any number of them. */
import { constants } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { AnswerTooLargeError } from "../errors.ts";

/** What an exchange is told that it may send. */
export const acceptedEncodings = "gzip, br";

const ways = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

function isKnown(encoding: string): encoding is keyof typeof ways {
  return Object.hasOwn(ways, encoding);
}

/**
 * What was packed; what is packed in no known way stays as it is.
 *
 * @throws {AnswerTooLargeError} If it is longer than `maxBytes`; no more than that is ever unpacked.
 */
export async function unpacked(
  bytes: Buffer,
  { encoding, maxBytes }: Readonly<{ encoding: string; maxBytes: number }>,
): Promise<Buffer> {
  const way = encoding.trim().toLowerCase();
  if (bytes.length === 0 || !isKnown(way)) return bytes;
  try {
    return await ways[way](bytes, { maxOutputLength: Math.min(maxBytes, constants.MAX_LENGTH) });
  } catch (error) {
    const tooLarge = error instanceof RangeError || codeOf(error) === "ERR_BUFFER_TOO_LARGE";
    throw tooLarge ? new AnswerTooLargeError(maxBytes) : error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
