/** What a rolling window holds: sums of what has been settled in it, beside what figures tell of others. */
import { Figures } from "./reconcile.ts";

/** Whether a figure surely contains it; a lost one may be counted still. */
export type Kind = "acknowledged" | "unreported" | "lost";

/** What has been settled and has not expired. */
export class Sums {
  readonly figures = new Figures();
  acknowledged = 0;
  unreported = 0;

  get total(): number {
    return this.unreported + Math.max(this.acknowledged, this.figures.most);
  }

  /** The same where no figure tells of others, who are expected to use so much. */
  besides(others: number): number {
    return this.figures.most === -Infinity ? this.total + others : this.total;
  }

  /** What others have used, as far as figures tell. */
  get foreign(): number {
    return Math.max(0, this.figures.most - this.acknowledged);
  }

  add(kind: Kind, cost: number): void {
    if (kind === "acknowledged") this.acknowledged += cost;
    else this.unreported += cost;
  }

  copy(other: Sums): void {
    this.figures.copy(other.figures);
    this.acknowledged = other.acknowledged;
    this.unreported = other.unreported;
  }
}
