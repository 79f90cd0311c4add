/**
 * How AllTick says no: a number in `ret`, a fixed text, and the request's own trace.
 * https://github.com/alltick/alltick-realtime-forex-crypto-stock-tick-finance-websocket-api/blob/d17f54b/error_code_description.md,
 * read 2026-11.
 */

/** What a refusal is about, by the words of the documentation. */
const texts = {
  tokenInvalid: [401, "token invalid"],
  headerInvalid: [400, "request header param invalid"],
  dataInvalid: [400, "request data param invalid"],
  queryInvalid: [402, "query invalid"],
  rateLimit: [429, "rate limit"],
  codeInvalid: [600, "code invalid"],
  bodyEmpty: [601, "body empty"],
  levelNotEnough: [603, "token level not enough"],
  codeUnauthorized: [604, "code unauthorized"],
  tooManyRequests: [605, "too many requests"],
} as const;

/** A no that a request has earned. It has counted all the same. */
export class AlltickError extends Error {
  readonly ret: number;

  constructor(what: keyof typeof texts) {
    const [ret, text] = texts[what];
    super(text);
    this.ret = ret;
  }
}

/** The body of an answer, yes or no. */
export function bodyOf(
  ret: number,
  msg: string,
  rest: Readonly<{ trace: string; data?: unknown }>,
): string {
  return JSON.stringify({ ret, msg, ...rest });
}
