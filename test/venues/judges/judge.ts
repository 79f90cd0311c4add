/** One client judges one venue: everything that it does there, and what it makes of every no. */
import type { ServerAnswer, ServerRefusal } from "headgate/emulator";
import { refusing } from "headgate/emulator";
import type { Desk, Judge } from "./desk.ts";
import { order } from "./desk.ts";
import { keys, stage } from "./stage.ts";
import type { Stage } from "./stage.ts";

/** What was looked at, and what was wrong with it; nothing where all was right. */
export type Row = Readonly<{
  client: string;
  venue: string;
  check: string;
  wrong: readonly string[];
}>;

/** Each throws where something is wrong, and may leave an order to the next. */
const checks: Readonly<Record<string, (desk: Desk, id: string) => Promise<string | void>>> = {
  loads: async (desk) => void (await desk.load()),
  "reads a book": async (desk) => {
    const { bid, ask } = await desk.book();
    demand(bid > 0 && bid < ask, `bid ${bid}, ask ${ask}`);
  },
  "reads a ticker": async (desk) => positive(await desk.last()),
  "reads trades": async (desk) => positive(await desk.traded()),
  "reads a balance": async (desk) => positive(await desk.held()),
  "places an order": async (desk) => {
    const id = await desk.place();
    demand(id !== "", "no id");
    return id;
  },
  "reads it back": async (desk, id) => {
    const { isOpen, price, amount } = await desk.find(id);
    const isOurs = price === order.price && amount === order.amount;
    demand(isOpen && isOurs, JSON.stringify({ isOpen, price, amount }));
    return id;
  },
  "cancels it": async (desk, id) => {
    await desk.cancel(id);
    demand(!(await desk.find(id)).isOpen, "still open");
  },
};

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function positive(figure: number): void {
  demand(figure > 0, String(figure));
}

/** All that a judge says of a venue. */
export async function judged(judge: Judge): Promise<readonly Row[]> {
  const at = await stage(judge);
  const { client, proof } = judge;
  const row = (check: string, wrong: readonly string[]): Row => {
    return { client, venue: proof.venue.name, check, wrong };
  };
  try {
    const desk = await judge.open(at.originOf, keys);
    const rows: Row[] = [];
    let id = "";
    for (const [check, run] of Object.entries(checks)) {
      const wrong = await failure(async () => void (id = (await run(desk, id)) ?? ""));
      rows.push(row(check, wrong === undefined ? [] : [textOf(wrong)]));
    }
    rows.push(row("is refused with a wrong secret", await ofWrongSecret(judge, at)));
    rows.push(row("reads every no", await ofRefusals(judge, at, desk)));
    return rows;
  } finally {
    await at.close();
  }
}

async function failure(run: () => Promise<unknown>): Promise<unknown> {
  return run().then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Some clients throw what is no error. */
function textOf(thrown: unknown): string {
  return thrown instanceof Error ? String(thrown) : JSON.stringify(thrown);
}

async function ofWrongSecret(judge: Judge, at: Stage): Promise<readonly string[]> {
  const desk = await judge.open(at.originOf, { ...keys, secret: "d3Jvbmc=" });
  const error = await failure(async () => {
    await desk.load();
    await desk.place();
  });
  const names = judge.named(error);
  return names.includes(judge.wrongSecret) ? [] : [`${names[0] ?? "nothing"}: ${textOf(error)}`];
}

async function ofRefusals(judge: Judge, at: Stage, desk: Desk): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [name, refusal] of Object.entries(judge.proof.refusals)) {
    // Said of some orders of a batch, and here is one.
    if (refusal.executed === "partly") continue;
    at.refuse(refusal);
    const names = judge.named(await failure(() => desk.place()));
    const isMeant = judge
      .means(refusal, answerOf(judge, refusal))
      .some((one) => names.includes(one));
    const own = judge.differs?.[name];
    const isRight = own === undefined ? isMeant : !isMeant && names[0] === own;
    if (!isRight) wrong.push(`${name} (${refusal.kind}): ${names[0] ?? "nothing"}`);
  }
  at.refuse();
  return wrong;
}

function answerOf({ proof }: Judge, refusal: ServerRefusal): ServerAnswer {
  const nobody = { method: "GET", path: "/", query: "", headers: {}, body: "", ip: "" };
  return refusing(proof.serverSide({}), refusal).handle(nobody, 0);
}
