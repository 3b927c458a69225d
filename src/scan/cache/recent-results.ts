import { createHmac, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';
import type { RememberedResults, ResultPart, Results } from './remembered-results.ts';
import { seal, unseal } from './sealed-bytes.ts';

/** Those of the last commits; the oldest go when there are a fifth more. */
const maxFiles = 500;
const maxBytes = 512 * 1024;
const parts: ReadonlySet<string> = new Set<ResultPart>([
  'secrets',
  'code',
  'dependencies',
  'infrastructure',
  'supply-chain',
  'comments',
]);

/**
 * What the engines reported about the files of the last commits, one file for each content at its path: a hook compares with the last commit, whose files it saw when they were
 * staged. The name follows from everything that decides the results, so that nothing is ever found under another code, other rules or settings. What cannot
 * be read, or is not as it was written, is not there. Files in which a secret was found are not remembered.
 */
export class RecentResults implements RememberedResults {
  readonly #folder: string;
  readonly #key: Uint8Array;
  readonly #code: string;
  readonly #read = new Map<string, Results | undefined>();
  readonly #new = new Map<string, Results>();

  /** `code`: whatever decides the results besides the file: the program, its rules and settings. */
  constructor(folder: string, identityKey: Uint8Array, code: string) {
    this.#folder = folder;
    this.#key = createHmac('sha256', identityKey).update('recent-results').digest();
    this.#code = code;
  }

  get(blob: string, path: string, part: ResultPart): string | undefined {
    const name = this.#nameOf(blob, path);
    if (!this.#read.has(name)) this.#read.set(name, this.#readFile(name));
    return this.#read.get(name)?.[part];
  }

  set(blob: string, path: string, part: ResultPart, result: string): void {
    const name = this.#nameOf(blob, path);
    const results = this.#new.get(name) ?? {};
    results[part] = result;
    this.#new.set(name, results);
  }

  save(): void {
    const wanted = [...this.#new].filter(([, { secrets = '' }]) => secrets === '');
    if (wanted.length === 0) return;
    try {
      makeFolder(this.#folder);
      if (!isOurs(this.#folder)) return;
      for (const [name, results] of wanted) this.#writeFile(name, results);
      this.#forgetOldest();
    } catch (error) {
      // A full disk or a read-only home costs the next hook time, not this one its result.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }

  #nameOf(blob: string, path: string): string {
    const what = JSON.stringify([this.#code, blob, path]);
    return createHmac('sha256', this.#key).update(what).digest('hex').slice(0, 40);
  }

  #readFile(name: string): Results | undefined {
    try {
      const file = join(this.#folder, name);
      if (!isOurs(this.#folder) || statSync(file).size > maxBytes) return undefined;
      const content: unknown = JSON.parse(unseal(this.#key, readFileSync(file)).toString('utf8'));
      return isResults(content, name) ? content.results : undefined;
    } catch {
      // Not there, or damaged: the file is analysed.
      return undefined;
    }
  }

  #writeFile(name: string, results: Results): void {
    const bytes = seal(this.#key, Buffer.from(JSON.stringify({ name, results })));
    if (bytes.length > maxBytes) return;
    const temporary = join(this.#folder, `.${randomBytes(6).toString('hex')}`);
    try {
      writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, join(this.#folder, name));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  #forgetOldest(): void {
    const names = readdirSync(this.#folder);
    if (names.length <= maxFiles * 1.2) return;
    const byAge = names
      .map((name) => join(this.#folder, name))
      .map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.at - a.at);
    for (const { file } of byAge.slice(maxFiles)) rmSync(file, { force: true });
  }
}

/** A folder in which somebody else may write could call anything clean. */
function isOurs(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** With the name inside, so that one file cannot be put in the place of another. */
function isResults(content: unknown, name: string): content is { results: Results } {
  if (typeof content !== 'object' || content === null) return false;
  const { name: written, results } = content as Record<string, unknown>;
  return (
    written === name &&
    typeof results === 'object' &&
    results !== null &&
    Object.entries(results).every(([part, result]) => parts.has(part) && typeof result === 'string')
  );
}
