/** How a client sends: over undici by its shortest way, or over whatever transport it was given. */
import type { Outgoing } from "../venue/signing.ts";
import type { Dispatcher } from "./egress.ts";
import { signalOf } from "./flights.ts";
import type { Flight } from "./flights.ts";
import type { AnyHeaders } from "./headers.ts";
import type { Transport } from "./transport.ts";

/** What is sent, and where from. */
type Cargo = Readonly<{
  request: Outgoing;
  maxAnswerBytes: number;
  dispatcher: Dispatcher | undefined;
}>;

export type Carried = Readonly<{ status: number; headers: AnyHeaders; body: string }>;

/**
 * A transport from within: it hears from its flight that nobody wants the answer any more.
 *
 * @throws {TransportError} If no answer came.
 */
export type Carrier = (cargo: Cargo, flight: Flight) => Promise<Carried>;

export function carrierOver(transport: Transport): Carrier {
  return ({ request, ...with_ }, flight) => {
    // Of its connection such a transport tells nothing: making one is a part of waiting for the headers.
    flight.enters("headers");
    const onHeaders = (): void => flight.enters("body");
    return transport({ ...request, ...with_, signal: signalOf(flight), onHeaders });
  };
}
