/** How Binance says no: status, code and published text, as the part of the emulator that throws it. */

/** A no that a request earned by itself: wrong, unknown, or not allowed. It still costs its weight. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, text: string) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

/** A mandatory parameter is missing. */
export function missing(name: string): ApiError {
  return new ApiError(
    400,
    -1102,
    `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
  );
}

/** A parameter holds what it may not. */
export function illegal(name: string, range: string): ApiError {
  return new ApiError(
    400,
    -1100,
    `Illegal characters found in parameter '${name}'; legal range is '${range}'.`,
  );
}

/** The symbol does not exist. */
export function invalidSymbol(): ApiError {
  return new ApiError(400, -1121, "Invalid symbol.");
}

/** Prices and quantities stand on the wire with eight decimals, whatever their step is. */
export function fixed(value: number): string {
  return value.toFixed(8);
}
