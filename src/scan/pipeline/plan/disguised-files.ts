import { posix } from 'node:path';
import type { Engine } from '../../engines/engine.ts';
import {
  comparePaths,
  isSafePath,
  type LinkEntry,
  type Listing,
  type RepositoryEntry,
  type RepositoryReader,
} from '../../source/repository-entry.ts';

const maxHops = 8;

/**
 * Adds files under the names of links that make them something else: `server.js -> notes.txt` is run as a program, and as `notes.txt` no engine would
 * look at it. Links that lead outside of the repository are not followed, and one that changes nothing is no second file.
 */
export async function withDisguised(
  listing: Listing,
  reader: RepositoryReader,
  engines: readonly Engine[],
): Promise<Listing> {
  const { links = [], entries } = listing;
  if (links.length === 0) return listing;
  const targets = await targetsOf(links, reader);
  const files = new Map(entries.map((entry) => [entry.path, entry]));
  const disguised = links.flatMap(({ path }): RepositoryEntry[] => {
    const file = follow(path, targets, files);
    if (!file || !engines.some((engine) => wants(engine, path, file) && !wants(engine, file.path, file)))
      return [];
    // Read by the place of the file itself, wherever that is not known by its object.
    const place = file.blob === undefined ? { rawPath: file.rawPath ?? Buffer.from(file.path) } : {};
    return [{ ...file, ...place, path, linkTo: file.path }];
  });
  if (disguised.length === 0) return listing;
  return { ...listing, entries: [...entries, ...disguised].sort(comparePaths) };
}

function wants(engine: Engine, path: string, { sizeBytes }: RepositoryEntry): boolean {
  return engine.wants(path, sizeBytes);
}

async function targetsOf(
  links: readonly LinkEntry[],
  reader: RepositoryReader,
): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const toRead = links.filter(({ target }) => target === undefined);
  let next = 0;
  for await (const bytes of reader.read(toRead)) {
    const { path } = toRead[next++]!;
    if (bytes) targets.set(path, Buffer.from(bytes).toString('utf8'));
  }
  for (const { path, target } of links) if (target !== undefined) targets.set(path, target);
  return targets;
}

function follow(
  link: string,
  targets: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, RepositoryEntry>,
): RepositoryEntry | undefined {
  let path = link;
  for (let hop = 0; hop < maxHops; hop++) {
    const target = targets.get(path);
    if (target === undefined || target.startsWith('/')) return undefined;
    path = posix.join(posix.dirname(path), target);
    if (!isSafePath(path)) return undefined;
    const file = files.get(path);
    if (file) return file;
  }
  return undefined;
}
