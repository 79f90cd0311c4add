/**
 * What goes wrong between a client and an exchange: which requests meet a fault, and what it makes of
 * their answers. A fault decides two things: whether the server side sees the request at all, and what
 * comes back.
 */
import type { ServerAnswer, ServerRequest } from "./emulator.ts";

/** One thing that goes wrong. */
export type Fault =
  /** Counted and executed, then the answer does not come, or not whole, or in another shape. */
  | Readonly<{ kind: "drop-after-accept" }>
  | Readonly<{ kind: Spoiling }>
  /** `html-403` is a firewall's page; `redirect` leads somewhere else. Neither is executed. */
  | Readonly<{ kind: "html-403" | "redirect" }>
  /**
   * An error page, or no answer at all. `executed` says whether the server side saw the request all the
   * same: by default it did for `hang` and did not for the errors.
   */
  | Readonly<{ kind: "error-500" | "error-503" | "hang"; executed?: boolean }>;

/** A fault, and whom it meets: all requests, those that fit, or some of them. */
export type FaultRule = Fault &
  Readonly<{
    /** From 0 to 1. @default 1 */
    probability?: number;
    /** `index` counts the requests of this emulator from 0. @default every request */
    when?: (request: ServerRequest, index: number) => boolean;
  }>;

/** Rules, of which the first that strikes decides, or a function of one's own. */
export type Faults =
  | readonly FaultRule[]
  | ((request: ServerRequest, index: number) => Fault | undefined);

/**
 * What happens to an answer on its way; `spoiled.ts` does it. The connection is reset before it, or closed
 * half way through it, or nothing more comes from there on; its length is stated as less than it has, or it
 * comes in small pieces; a megabyte of headers, or each header twice.
 */
const spoilings = [
  "reset",
  "truncated",
  "stall",
  "wrong-length",
  "slow-body",
  "huge-headers",
  "duplicate-headers",
] as const;
type Spoiling = (typeof spoilings)[number];

export type Spoiled = Readonly<{ answer: ServerAnswer; by: Spoiling }>;

/** What reaches the client: an answer, what is left of one, a dead socket, or nothing ever. */
export type Delivery = ServerAnswer | Spoiled | "dropped" | "hung";

/**
 * Decides about one request after the other.
 *
 * @throws {RangeError} If a probability is not from 0 to 1.
 */
export function faultPicker(
  faults: Faults,
  random: () => number,
): (request: ServerRequest) => Fault | undefined {
  let index = 0;
  if (typeof faults === "function") return (request) => faults(request, index++);
  for (const { probability = 1 } of faults) {
    if (probability >= 0 && probability <= 1) continue;
    throw new RangeError(`A fault's probability must be from 0 to 1, not ${probability}.`);
  }
  return (request) => {
    const at = index++;
    return faults.find(
      ({ when, probability = 1 }) => (when?.(request, at) ?? true) && random() < probability,
    );
  };
}

/** Whether the server side counts and executes the request. */
export function isExecuted(fault: Fault | undefined): boolean {
  if (fault === undefined || spoils(fault)) return true;
  switch (fault.kind) {
    case "drop-after-accept":
      return true;
    case "html-403":
    case "redirect":
      return false;
    case "hang":
      return fault.executed ?? true;
    case "error-500":
    case "error-503":
      return fault.executed ?? false;
  }
}

/** What comes back, where `answer` is the server side's own if it saw the request. */
export function disturb(fault: Fault | undefined, answer: ServerAnswer | undefined): Delivery {
  if (fault === undefined) return answer ?? "hung";
  if (spoils(fault)) return answer === undefined ? "hung" : { answer, by: fault.kind };
  switch (fault.kind) {
    case "drop-after-accept":
      return "dropped";
    case "hang":
      return "hung";
    case "html-403":
      return page(403, "Forbidden");
    case "redirect": {
      const moved = page(302, "Found");
      return { ...moved, headers: { ...moved.headers, Location: "http://127.0.0.1:9/elsewhere" } };
    }
    case "error-500":
      return page(500, "Internal Server Error", answer);
    case "error-503":
      return page(503, "Service Temporarily Unavailable", answer);
  }
}

function spoils(fault: Fault): fault is Readonly<{ kind: Spoiling }> {
  return spoilings.some((kind) => kind === fault.kind);
}

/** A page as proxies send it: no JSON. What the server side counted still stands in its headers. */
function page(status: number, title: string, answer?: ServerAnswer): ServerAnswer {
  const body =
    `<html>\r\n<head><title>${status} ${title}</title></head>\r\n` +
    `<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { status, headers: { ...answer?.headers, "Content-Type": "text/html" }, body };
}
