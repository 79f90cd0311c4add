import { Command, CommanderError } from "commander";
import { expect, test } from "vitest";
import { addDemo } from "../../src/cli/demo.ts";

type Ran = Readonly<{ exitCode: number; errors: string; printed: string }>;

/** Runs `demo` as a process would, and leaves this process's exit code as it was. */
async function demo(words: readonly string[], signal = new AbortController().signal): Promise<Ran> {
  let [errors, printed] = ["", ""];
  const program = new Command().exitOverride();
  addDemo(program, { output: { write: (text) => void (printed += text) }, signal });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeErr: (text) => void (errors += text) });
  }
  const before = process.exitCode;
  try {
    await program.parseAsync(["demo", ...words], { from: "user" });
    return { exitCode: Number(process.exitCode ?? 0), errors, printed };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode, errors, printed };
  } finally {
    process.exitCode = before;
  }
}

test("an unknown venue is one line on stderr and exit code 1", async () => {
  expect(await demo(["no-such-venue"])).toEqual({
    exitCode: 1,
    errors: 'There is no demo for "no-such-venue".\n',
    printed: "",
  });
  const outside = await demo(["../secret"]);
  expect(outside).toMatchObject({ exitCode: 1, errors: '"../secret" is no name of a venue.\n' });
});

test("an option that is not usable is named on stderr", async () => {
  for (const words of [
    ["--seconds", "soon"],
    ["--seconds", "0"],
    ["--seed", "-1"],
    ["--seed", "1.5"],
  ]) {
    const { exitCode, errors } = await demo(words);
    expect(exitCode).toBe(1);
    expect(errors).toContain(words[0]);
  }
  const both = await demo(["--live", "--json"]);
  expect(both.exitCode).toBe(1);
  expect(both.errors).toContain("cannot be used with option '--json'");
});

test("with --json nothing but the figures is printed", async () => {
  const { printed, errors } = await demo(["binance-spot", "--json", "--seconds", "1"]);
  expect(errors).toBe("");
  const result: unknown = JSON.parse(printed);
  const figures = {
    sent: expect.any(Number),
    weight: expect.any(Number),
    refused: expect.any(Number),
    bans: expect.any(Number),
    bannedMs: expect.any(Number),
  };
  // Whether a cancel was wished for, and a whole window seen, depends on the machine in one second.
  const perhaps = expect.toSatisfy((value) => value === null || typeof value === "number");
  expect(result).toEqual({
    naive: { ...figures, cancelWaitMsP99: perhaps },
    headgate: { ...figures, cancelWaitMsP99: perhaps, utilisation: perhaps },
  });
});

test("without a venue it takes the only one that has a demo", async () => {
  const { printed, errors } = await demo(["--seconds", "1"]);
  expect(errors).toBe("");
  const lines = printed.trimEnd().split("\n");
  expect(lines[0]).toBe(
    "binance-spot: requestWeight of 1,200 per 5.0 s, and somebody else takes 20 % of it.",
  );
  expect(lines.at(-1)).toMatch(/^headgate was .*\.$/);
});

test("a demo that is stopped says so and exits as a shell expects", async () => {
  const stop = new AbortController();
  const running = demo(["binance-spot"], stop.signal);
  stop.abort();
  expect(await running).toMatchObject({ exitCode: 130, errors: "Stopped.\n" });
});
