/** What all who share a Redis should know, by name: the last text of a name holds. */
type Note = Readonly<{ name: string; text: string }>;
type Listener = (name: string, text: string) => void;

export class Notes {
  readonly #listeners = new Set<Listener>();
  #told: readonly Note[] = [];
  #heard = 0;

  /** Up to where it was heard. */
  get heard(): number {
    return this.#heard;
  }

  get isEmpty(): boolean {
    return this.#told.length === 0;
  }

  put(name: string, text: string): void {
    this.#told = [...this.#told.filter((note) => note.name !== name), { name, text }];
  }

  /** What is to be told, which may have to be put back. */
  take(): readonly Note[] {
    const told = this.#told;
    this.#told = [];
    return told;
  }

  /** It was not heard. */
  putBack(told: readonly Note[]): void {
    const later = this.#told;
    this.#told = told;
    for (const { name, text } of later) this.put(name, text);
  }

  /** Calls back with what others have noted. Returns the way out. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  took({
    version,
    told,
  }: Readonly<{ version: number; told: Iterable<readonly [string, string]> }>): void {
    this.#heard = version;
    for (const [name, text] of told) for (const listener of this.#listeners) listener(name, text);
  }
}
