/**
 * The end-to-end case of Smithy's adaptive retries (Apache-2.0): the rate of an AWS client after each answer.
 *
 * The same: nothing in headgate. It knows a limit and shrinks it, where theirs finds a rate of its own, by a
 * cubic of the time since the last refusal. But headgate is compared with that rule (`npm run sim --
 * --after-429`), which is fair only where the rule is theirs.
 */
import { expect, test } from "vitest";
import { declaredMax, ruleOf } from "../simulation/after-429/rules.ts";
import { windowMs } from "../simulation/after-429/server.ts";

const perS = 1_000;

/** Before the first refusal the rate is not in force. */
const accepted = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8];

/** What is answered from then on, and the rate after it, per second. */
const answers: readonly (readonly [atS: number, accepted: boolean, rate: number])[] = [
  [2, false, 3.02848],
  [2.2, true, 3.486639],
  [2.4, true, 3.821874],
  [2.6, true, 4.053386],
  [2.8, true, 4.200373],
  [3, true, 4.282037],
  [3.2, false, 2.997426],
  [3.4, true, 3.452226],
];

test("the rule of the AWS clients has their rate after every answer", () => {
  const rule = ruleOf("aws-adaptive", () => 0.5);
  const answer = (atS: number, isAccepted: boolean): number => {
    const nowMs = Math.round(atS * perS);
    rule.send(nowMs)({ accepted: isAccepted, banned: false, dateMs: nowMs }, nowMs);
    return rule.share(nowMs);
  };
  expect(accepted.map((atS) => answer(atS, true))).toEqual(accepted.map(() => 1));
  for (const [atS, isAccepted, rate] of answers) {
    expect((answer(atS, isAccepted) * declaredMax * perS) / windowMs).toBeCloseTo(rate, 5);
  }
});
