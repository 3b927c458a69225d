import type { FileFacts } from '../../domain/facts.ts';

/** The packages that a `package.json` asks for, with the highest major version that it allows; not where that is open. */
export function majorsIn(path: string, text: string): Array<[name: string, major: number]> {
  if (!/(?:^|\/)package\.json$/.test(path)) return [];
  const found: Array<[string, number]> = [];
  for (const [, block] of text.matchAll(dependencies))
    for (const [, name, range] of block!.matchAll(/"([^"]+)"\s*:\s*"([^"]*)"/g)) {
      const major = highestMajor(range!);
      if (major !== undefined && found.length < maxPackages) found.push([name!, major]);
    }
  return found;
}

/** `^3.13.1`, `~2.0`, `3.x`, `2 || 3`. */
function highestMajor(range: string): number | undefined {
  const majors = range.split('||').map((part) => plain.exec(part.trim())?.[1]);
  return majors.includes(undefined) ? undefined : Math.max(...majors.map(Number));
}

/** Which versions the manifests of a repository ask for. */
export class AskedVersions {
  readonly #files: ReadonlyArray<{ readonly path: string; readonly facts: FileFacts }>;
  /** By the folder of the manifest. */
  #majors: Map<string, ReadonlyMap<string, number>> | undefined;

  constructor(files: ReadonlyArray<{ readonly path: string; readonly facts: FileFacts }>) {
    this.#files = files;
  }

  /** Whether the manifest that is nearest to a file, of those that name the package, asks for an older version than `package@major`. */
  isOlder(file: string, until: string): boolean {
    this.#majors ??= new Map(
      this.#files.flatMap(({ path, facts }) =>
        facts.majors ? [[folderOf(path), new Map(facts.majors)] as const] : [],
      ),
    );
    const at = until.lastIndexOf('@');
    const name = until.slice(0, at);
    for (let folder = folderOf(file); ; folder = folderOf(folder)) {
      const major = this.#majors.get(folder)?.get(name);
      if (major !== undefined) return major < Number(until.slice(at + 1));
      if (folder === '') return false;
    }
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

const dependencies = /"(?:dev|peer|optional)?[dD]ependencies"\s*:\s*\{([^}]*)\}/g;
const plain = /^[\^~=v]*\s*(\d{1,5})(?:\.[\dx*]+){0,2}(?:[-+][\w.+-]*)?$/;
const maxPackages = 500;
