/** `headgate/emulator`: an exchange's server side on loopback or in virtual time, and what one is built of. */
export { addressHeader } from "./emulator.ts";
export type { Counted, ServerAnswer, ServerRequest, ServerSide } from "./emulator.ts";
export { FixedWindows } from "./counters.ts";
export type { Taken } from "./counters.ts";
export { defineServer, No } from "./define-server.ts";
export type { ServerOptions } from "./define-server.ts";
export type { Fault, FaultRule, Faults } from "./faults.ts";
export { startEmulator } from "./http-server.ts";
export type { Emulator, EmulatorOptions } from "./http-server.ts";
export { steppedDecay, tokenBucket } from "./models/buckets.ts";
export type { BucketOptions } from "./models/buckets.ts";
export { fixedWindow } from "./models/fixed-window.ts";
export type { FixedWindowOptions } from "./models/fixed-window.ts";
export type { CountingModel, Offered } from "./models/model.ts";
export { rollingLog, slidingCounter } from "./models/sliding.ts";
export type { WindowOptions } from "./models/sliding.ts";
export { evenSpacing, minimumDistance } from "./models/spacing.ts";
export { Orders } from "./orders.ts";
export type { HeldOrder, OrderName } from "./orders.ts";
export { othersUse } from "./others.ts";
export type { Others } from "./others.ts";
export { witnesses } from "./witnesses.ts";
export type { Witnesses } from "./witnesses.ts";
export { rollingPool } from "./pools.ts";
export { PortInUseError } from "./port-in-use.ts";
export { seededRandom } from "./random.ts";
export { refusing } from "./refusing.ts";
export type {
  PoolState,
  PoolStates,
  ServerCost,
  ServerPool,
  ServerRefusal,
  ServerRoute,
  ServerRules,
} from "./rules.ts";
export type { ServerAccount, Visit } from "./visit.ts";
export { ConnectionLostError, emulate } from "./virtual.ts";
export type { WireAnswer, WireRequest } from "./virtual.ts";
export type { WireOptions } from "./wire.ts";
export type { Task, Workload, WorkloadCall, WorkloadOptions } from "./workload.ts";
