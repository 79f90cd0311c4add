/** `headgate/emulator`: an exchange's server side on loopback or in virtual time, and what one is built of. */
export { addressHeader } from "./emulator.ts";
export type { Counted, ServerAnswer, ServerRequest, ServerSide } from "./emulator.ts";
export { FixedWindows } from "./counters.ts";
export type { Taken } from "./counters.ts";
export type { Fault, FaultRule, Faults } from "./faults.ts";
export { startEmulator } from "./http-server.ts";
export type { Emulator, EmulatorOptions } from "./http-server.ts";
export { othersUse } from "./others.ts";
export type { Others } from "./others.ts";
export { PortInUseError } from "./port-in-use.ts";
export { seededRandom } from "./random.ts";
export { ConnectionLostError, emulate } from "./virtual.ts";
export type { WireAnswer, WireRequest } from "./virtual.ts";
export type { WireOptions } from "./wire.ts";
export type { Task, Workload, WorkloadCall, WorkloadOptions } from "./workload.ts";
