/** The one thing that often goes wrong when an emulator starts. */
import { HeadgateError } from "../errors.ts";

/** Another program listens there. Choose another port, or 0 for any that is free. */
export class PortInUseError extends HeadgateError {
  readonly code = "HEADGATE_PORT_IN_USE";
  readonly retryable = false;
  readonly port: number;

  constructor(host: string, port: number, cause?: unknown) {
    super(`Port ${port} on ${host} is in use by another program; 0 takes any that is free.`, {
      cause,
    });
    this.port = port;
  }
}
