import { Command, CommanderError } from "commander";
import { startEmulator } from "headgate/emulator";
import { request } from "undici";
import { expect, test, vi } from "vitest";
import { addEmulate } from "../../src/cli/emulate.ts";
import { plainServer } from "./plain-server.ts";

type Ran = Readonly<{ exitCode: number; errors: string; printed: string }>;

async function run(
  words: readonly string[],
  whileRunning?: (line: string) => Promise<void>,
): Promise<Ran> {
  let [errors, printed] = ["", ""];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const program = new Command().exitOverride();
  addEmulate(program, async () => whileRunning?.(printed));
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeErr: (text) => void (errors += text) });
  }
  try {
    await program.parseAsync(["emulate", ...words], { from: "user" });
    return { exitCode: 0, errors, printed };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode, errors, printed };
  } finally {
    write.mockRestore();
  }
}

test("emulate prints one line with its origin, answers there, and stops when told", async () => {
  let answer: unknown;
  let origin = "";
  const { exitCode, printed } = await run(
    ["binance-spot", "--clock-offset-ms", "-500"],
    async (line) => {
      origin = /http:\S+/.exec(line)?.[0] ?? "";
      answer = await (await request(`${origin}/api/v3/ping`)).body.json();
    },
  );
  expect(exitCode).toBe(0);
  expect(printed).toMatch(/^binance-spot listens on http:\/\/127\.0\.0\.1:\d+\n$/);
  expect(answer).toEqual({});
  await expect(request(origin)).rejects.toThrow("ECONNREFUSED");
});

test("an unknown venue is one line on stderr and exit code 1", async () => {
  expect(await run(["no-such-venue"])).toEqual({
    exitCode: 1,
    errors: 'There is no emulator for "no-such-venue".\n',
    printed: "",
  });
  const outside = await run(["../secret"]);
  expect(outside).toMatchObject({ exitCode: 1, errors: '"../secret" is no name of a venue.\n' });
});

test("a port in use is one line on stderr and exit code 1", async () => {
  const taken = await startEmulator(plainServer());
  const { exitCode, errors } = await run(["binance-spot", "--port", String(taken.port)]);
  await taken.close();
  expect(exitCode).toBe(1);
  expect(errors).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use by another program; .*\n$/);
});

test("an option that is not usable is named on stderr", async () => {
  for (const [option, text] of [
    ["--port", "65536"],
    ["--port", "1.5"],
    ["--latency-ms", "soon"],
    ["--jitter-ms", "-1"],
    ["--others-share", ""],
    ["--fault", "fire"],
    ["--fault", "hang=2"],
    ["--account", "maker"],
  ] as const) {
    const { exitCode, errors } = await run(["binance-spot", option, text]);
    expect(exitCode).toBe(1);
    expect(errors).toContain(option);
  }
});
