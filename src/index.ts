/** The public names, one by one. The emulator is `headgate/emulator`, a venue `headgate/endpoints/<name>`. */

export { createClient } from "./client/client.ts";
export type { Callable, Client } from "./client/callers.ts";
export type { ClientOptions } from "./client/client.ts";
export type { Call, FullAnswer } from "./client/call.ts";
export { RefusedError, UnknownOutcomeError } from "./client/errors.ts";
export type { Resolution } from "./client/errors.ts";
export type { CallOptions } from "./client/request.ts";
export type { Timeouts } from "./client/flights.ts";
export { fetchTransport } from "./client/over-fetch.ts";
export { undiciTransport } from "./client/over-undici.ts";
export { TransportError } from "./client/transport.ts";
export type { Transport, WireAnswer, WireHeaders, WireRequest } from "./client/transport.ts";

export { createGate } from "./gate/gate.ts";
export { throttled } from "./gate/throttled.ts";
export type { Throttled, ThrottledOptions } from "./gate/throttled.ts";
export type { Gate, GateOptions, LocalGate, WaitOptions } from "./gate/gate.ts";
export type { Permit } from "./gate/permit.ts";
export { MemoryLedger } from "./ledger/memory-ledger.ts";
export type {
  Adopted,
  Ask,
  Change,
  Denial,
  Draw,
  Ledger,
  Replies,
  Reply,
  Reservation,
} from "./ledger/ledger.ts";
export type { Priority } from "./priority.ts";

export { defineVenue } from "./venue/venue.ts";
export type { Reader, Venue } from "./venue/venue.ts";
export { del, get, patch, post, put } from "./venue/endpoint.ts";
export type {
  Answer,
  Endpoint,
  EndpointSpec,
  Fitting,
  Item,
  Outcome,
  Search,
  Price,
  Sends,
  Weight,
} from "./venue/endpoint.ts";
export type { Refusal, Rejection } from "./venue/refusals.ts";
export { headerNumber } from "./venue/retry-after.ts";
export { standardHeaders } from "./venue/standard-headers.ts";
export { nonces } from "./venue/nonces.ts";
export { jwt, privateKeyScheme, signature } from "./venue/schemes.ts";
export type { Scheme, TokenOptions } from "./venue/schemes.ts";
export type { Account, Outgoing, Signer } from "./venue/signing.ts";

export type { Charge, Ending, Level, Refused, Report, Stamp } from "./limits/bucket.ts";
export type { Counting, Dimension, FlatLimit, Limit, Scope } from "./limits/limit.ts";

export { VirtualClock, systemClock } from "./clock.ts";
export type { Clock, Timer } from "./clock.ts";
export type { EventName, Events } from "./events.ts";
export {
  AnswerTooLargeError,
  BlockedError,
  BudgetExhaustedError,
  ClosedError,
  HeadgateError,
  InvalidCallError,
  LineFullError,
  NotSentError,
  WaitTooLongError,
  WeightExceedsLimitError,
  WithdrawnError,
} from "./errors.ts";
