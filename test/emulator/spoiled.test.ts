/** What a client sees of answers that do not come as they should, over real sockets. */
import { startEmulator } from "headgate/emulator";
import type { Emulator, Fault } from "headgate/emulator";
import { Agent, request } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import { plainServer } from "./plain-server.ts";

const open: (Emulator | Agent)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

type Got = Readonly<{ status: number; headers: Record<string, unknown>; body: string }>;

/** One request that meets the fault, and one more that meets none. */
async function meets(fault: Fault): Promise<Readonly<{ got: Promise<Got>; next: Promise<Got> }>> {
  const emulator = await startEmulator(plainServer(), {
    faults: (_, index) => (index === 0 ? fault : undefined),
  });
  const agent = new Agent({ bodyTimeout: 200, headersTimeout: 200 });
  open.push(agent, emulator);
  const ask = async (): Promise<Got> => {
    const { statusCode, headers, body } = await request(`${emulator.origin}/price`, {
      dispatcher: agent,
    });
    return { status: statusCode, headers, body: await body.text() };
  };
  const got = ask();
  await got.catch(() => {});
  return { got, next: ask() };
}

const whole = { status: 200 };

describe("an answer that is spoiled on its way", () => {
  test.each([
    ["reset", "ECONNRESET"],
    ["drop-after-accept", "UND_ERR_SOCKET"],
    ["truncated", "UND_ERR_SOCKET"],
    ["stall", "UND_ERR_BODY_TIMEOUT"],
    ["hang", "UND_ERR_HEADERS_TIMEOUT"],
    ["huge-headers", "UND_ERR_HEADERS_OVERFLOW"],
  ] as const)("by %s is none, and the next one comes", async (kind, code) => {
    const { got, next } = await meets({ kind });
    await expect(got).rejects.toMatchObject({ code });
    expect(await next).toMatchObject(whole);
  });

  test("by a wrong length is cut", async () => {
    const { got, next } = await meets({ kind: "wrong-length" });
    const body = await got.then(
      (answer) => answer.body,
      () => "",
    );
    const { body: expected } = await next;
    expect(expected.startsWith(body)).toBe(true);
    expect(body.length).toBeLessThan(expected.length);
  });

  test("by a slow way is whole", async () => {
    const { got, next } = await meets({ kind: "slow-body" });
    expect(await got).toMatchObject({ ...whole, body: (await next).body });
  });

  test("by two of each header is whole, and has them", async () => {
    const { got, next } = await meets({ kind: "duplicate-headers" });
    const { headers, ...rest } = await got;
    const { headers: _, ...expected } = await next;
    expect(rest).toEqual(expected);
    expect(headers["x-used"]).toEqual([expect.any(String), expect.any(String)]);
  });

  test("to somewhere else is not followed", async () => {
    const { got } = await meets({ kind: "redirect" });
    expect(await got).toMatchObject({ status: 302 });
  });
});
