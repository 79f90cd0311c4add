/** Loads a part that a venue brings along, by the venue's name: `src/` knows no venue. */
import { readdirSync } from "node:fs";

/** A part of a venue that the command line runs. */
export type Part<Module> = Readonly<{
  /** The module's name in the venue's folder, and the function that it has to export. */
  module: string;
  exported: string;
  /** What a person calls it. */
  called: string;
  offered: (loaded: unknown) => loaded is Module;
}>;

/** There is no such venue, or it brings no such part. */
export class VenueError extends Error {}

/**
 * Loads it.
 *
 * @throws {VenueError} If there is no such venue or part, or it does not load.
 */
export async function loadPart<Module>(venue: string, part: Part<Module>): Promise<Module> {
  // The name becomes part of a path: it must not lead anywhere else.
  if (!/^[a-z0-9][a-z0-9-]*$/.test(venue))
    throw new VenueError(`"${venue}" is no name of a venue.`);
  const specifier = `headgate/endpoints/${venue}/${part.module}`;
  const loaded: unknown = await import(specifier).catch((cause: unknown) => {
    // A module that exists and does not load is another matter: its author has to see why.
    const why = isNotFound(cause) ? "" : ` It does not load: ${String(cause)}`;
    throw new VenueError(`There is no ${part.called} for "${venue}".${why}`, { cause });
  });
  if (part.offered(loaded)) return loaded;
  throw new VenueError(
    `The ${part.module} module of "${venue}" exports no ${part.exported} function.`,
  );
}

/** The venues that bring a part, by name. */
export function venuesWith({ module }: Part<unknown>): readonly string[] {
  // Beside this folder's parent, among the sources as in what is built of them.
  const folder = new URL("../../endpoints/", import.meta.url);
  const venues = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return venues
    .map(({ name }) => name)
    .filter((name) =>
      readdirSync(new URL(`${name}/`, folder)).some(
        (file) => /^(\w+)\.[jt]s$/.exec(file)?.[1] === module,
      ),
    );
}

/** Whether a module exports a function of that name. */
export function exportsFunction(loaded: unknown, name: string): boolean {
  if (typeof loaded !== "object" || loaded === null) return false;
  return typeof Reflect.get(loaded, name) === "function";
}

function isNotFound(cause: unknown): boolean {
  if (!(cause instanceof Error) || !("code" in cause)) return false;
  return cause.code === "ERR_MODULE_NOT_FOUND" || cause.code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
}
