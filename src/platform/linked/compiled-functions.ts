import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { compileCacheFolder } from '../compile-cache-folder.ts';
import { stampOf } from '../file-digest.ts';
import { writeWhole } from '../write-whole.ts';

/** Functions of a script as V8 compiled them, and the modules in it that had run by then. */
export interface CompiledFunctions {
  modules: ReadonlySet<string>;
  data: Buffer;
}

/** V8 compares nothing of a script but its length, so what is kept names the file that it was made of; and it trusts what it reads. */
export function readCompiled(
  scriptFile: string,
  switches: number,
  folder = compileCacheFolder,
): CompiledFunctions | undefined {
  try {
    const bytes = readFileSync(compiledFile(scriptFile, switches, folder));
    const head = bytes.readUInt32LE(4);
    if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return undefined;
    const { script, modules } = JSON.parse(bytes.toString('utf8', 8, 8 + head)) as Head;
    if (script !== stampOf([scriptFile])) return undefined;
    return { modules: new Set(modules), data: bytes.subarray(8 + head) };
  } catch {
    // None yet, or one that is damaged: the functions are compiled again.
    return undefined;
  }
}

interface Head {
  script: string;
  modules: string[];
}

export function keepCompiled(
  scriptFile: string,
  switches: number,
  { modules, data }: CompiledFunctions,
  folder = compileCacheFolder,
): void {
  const head = Buffer.from(
    JSON.stringify({ script: stampOf([scriptFile]), modules: [...modules] } satisfies Head),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const rest = Buffer.concat([length, head, data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(rest));
  try {
    writeWhole(compiledFile(scriptFile, switches, folder), Buffer.concat([checksum, rest]));
  } catch {
    // A read-only installation: slower, not wrong.
  }
}

/** Next to the compiled modules, which are trusted as much. */
export function compiledFile(scriptFile: string, switches: number, folder: string): string {
  const script = createHash('sha256').update(scriptFile).digest('hex').slice(0, 16);
  return join(folder, 'linked', `${script}-${switches.toString(16)}.compiled`);
}
