import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compareTexts } from '../../../../../kernel/compare-texts.ts';
import { FileSource } from '../../../../formats/zip/byte-source.ts';
import { ZipArchive } from '../../../../formats/zip/zip-archive.ts';

/** Records by the names of their files, with how many there are where that is known. */
export interface RecordSource {
  total: number | undefined;
  records(): Iterable<RecordFile>;
}

/** A file that could not be read has a reason in place of its text. */
export type RecordFile = { name: string; text: string } | { name: string; problem: string };

/** Real records have some kilobytes. */
const maxRecordBytes = 8 * 1024 * 1024;
const maxRecords = 5_000_000;
const maxDepth = 20;

/** All `.json` files of a folder and of those inside it, in a fixed order. Links are not followed. The fingerprint tells changes. */
export function folderSource(folder: string): RecordSource & { fingerprint: string } {
  const files: string[] = [];
  listFiles(folder, 0, files);
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\n${size}\n${mtimeMs}\n`);
  }
  return {
    total: files.length,
    fingerprint: hash.digest('hex').slice(0, 32),
    *records() {
      for (const file of files) yield { name: relative(folder, file), ...readRecord(file) };
    },
  };
}

function readRecord(file: string): { text: string } | { problem: string } {
  try {
    return statSync(file).size > maxRecordBytes ? tooLarge : { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { problem: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'error'}` };
  }
}

const tooLarge = { problem: `larger than ${maxRecordBytes / 1024 ** 2} MB` };

function listFiles(folder: string, depth: number, files: string[]): void {
  if (depth > maxDepth) throw new Error(`Folders nest more than ${maxDepth} levels deep.`);
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareTexts(a.name, b.name));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) listFiles(path, depth + 1, files);
    else if (entry.isFile() && entry.name.endsWith('.json')) files.push(path);
    if (files.length > maxRecords) throw new Error(`More than ${maxRecords} records.`);
  }
}

/** All `.json` entries of a zip file, one in memory at a time. */
export function zipSource(path: string): RecordSource {
  return {
    total: undefined,
    *records() {
      const file = new FileSource(path);
      try {
        let count = 0;
        for (const entry of new ZipArchive(file).entries()) {
          if (!entry.name.endsWith('.json')) continue;
          if (++count > maxRecords) throw new Error(`More than ${maxRecords} records.`);
          const { name } = entry;
          yield entry.bytes > maxRecordBytes
            ? { name, ...tooLarge }
            : // The size that the directory states is the limit: a bomb stops there.
              { name, text: entry.read(entry.bytes).toString('utf8') };
        }
      } finally {
        file.close();
      }
    },
  };
}
