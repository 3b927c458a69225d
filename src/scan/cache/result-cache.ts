import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { makeFolder } from '../../platform/make-folder.ts';
import type { EngineId } from '../model/finding.ts';
import type { RememberedResults, ResultPart, Results } from './remembered-results.ts';
import { seal, unseal } from './sealed-bytes.ts';

type Versions = Partial<Record<EngineId, string>>;

const maxBytes = 512 * 1024 ** 2;
const format = 2;

/**
 * What the engines reported about each file of a repository at its last scan. Only results of the same blob, path, engine and
 * engine version count, and only of the same code. The file is sealed with a key of the tenant: results may hold constants of the code, and nobody
 * else should be able to plant any. A file that cannot be read is an empty cache, never an error.
 */
export class ResultCache implements RememberedResults {
  readonly #file: string;
  readonly #key: Uint8Array;
  readonly #code: string;
  readonly #versions: Versions;
  readonly #before: ReadonlyMap<string, Results>;
  readonly #now = new Map<string, Results>();
  #changed = false;

  constructor(file: string, identityKey: Uint8Array, code: string, versions: Versions) {
    this.#file = file;
    this.#key = createHmac('sha256', identityKey).update('scan-result-cache').digest();
    this.#code = code;
    this.#versions = versions;
    this.#before = this.#load();
  }

  get(blob: string, path: string, engine: ResultPart): string | undefined {
    const key = keyOf(blob, path);
    const result = this.#now.get(key)?.[engine] ?? this.#before.get(key)?.[engine];
    if (result !== undefined) this.#keep(key, engine, result);
    return result;
  }

  set(blob: string, path: string, engine: ResultPart, result: string): void {
    this.#changed = true;
    this.#keep(keyOf(blob, path), engine, result);
  }

  /**
   * Writes what this scan used and nothing else, so that the cache never grows beyond its repository. Of a scan that did not get to every
   * file, what it did not use is kept as well (`isPartial`).
   */
  save({ isPartial }: { isPartial: boolean }): void {
    if (isPartial)
      for (const [key, results] of this.#before) if (!this.#now.has(key)) this.#now.set(key, results);
    if (!this.#changed && this.#now.size === this.#before.size) return;
    const text = JSON.stringify({
      format,
      code: this.#code,
      versions: this.#versions,
      entries: [...this.#now],
    });
    if (text.length > maxBytes) return;
    const packed = zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
    const temporary = `${this.#file}.${randomBytes(6).toString('hex')}`;
    try {
      makeFolder(dirname(this.#file));
      writeFileSync(temporary, seal(this.#key, packed), { mode: 0o600 });
      renameSync(temporary, this.#file);
    } catch {
      // A full disk costs the next scan time, not this one its result.
      rmSync(temporary, { force: true });
    }
  }

  #keep(key: string, engine: ResultPart, result: string): void {
    const entry = this.#now.get(key);
    if (entry) entry[engine] = result;
    else this.#now.set(key, { [engine]: result });
  }

  #load(): Map<string, Results> {
    try {
      const packed = unseal(this.#key, readFileSync(this.#file));
      const content = JSON.parse(
        zstdDecompressSync(packed, { maxOutputLength: maxBytes }).toString('utf8'),
      ) as {
        format: number;
        code: string;
        versions: Versions;
        entries: Array<[string, Results]>;
      };
      if (content.format !== format || content.code !== this.#code) return new Map();
      const stale = (Object.keys(content.versions) as EngineId[]).filter(
        (engine) => content.versions[engine] !== this.#versions[engine],
      );
      for (const [, results] of content.entries) for (const engine of stale) delete results[engine];
      return new Map(content.entries);
    } catch {
      return new Map();
    }
  }
}

function keyOf(blob: string, path: string): string {
  return `${blob} ${path}`;
}
