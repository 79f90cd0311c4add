/** The one thing that often goes wrong when an emulator starts. */

/** Another program listens there. Choose another port, or 0 for any that is free. */
export class PortInUseError extends Error {
  override readonly name = "PortInUseError";
  readonly code = "HEADGATE_PORT_IN_USE";
  readonly port: number;

  constructor(host: string, port: number, cause?: unknown) {
    super(`Port ${port} on ${host} is in use by another program; 0 takes any that is free.`, {
      cause,
    });
    this.port = port;
  }
}
