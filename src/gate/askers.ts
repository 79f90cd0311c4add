/** Who wants to be told when the line of a priority has a place: collectors that never run ahead of it. */
import type { Priority } from "../priority.ts";

type Asker = Readonly<{ priority: Priority; resolve: () => void; reject: (error: Error) => void }>;

export class Askers {
  #waiting: Asker[] = [];

  ask(priority: Priority): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ priority, resolve, reject });
    });
  }

  tell(hasPlace: (priority: Priority) => boolean): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ priority }) => !hasPlace(priority));
    for (const { priority, resolve } of waiting) if (hasPlace(priority)) resolve();
  }

  refuse(error: Error): void {
    for (const { reject } of this.#waiting) reject(error);
    this.#waiting = [];
  }
}
