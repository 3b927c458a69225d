import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../../../kernel/clock.ts';
import { AdvisoryIndex } from './advisory-index.ts';
import { IndexBuilder } from './index-builder.ts';
import { advisoryIndexFile } from './index-file.ts';
import { folderSource } from './record-source.ts';

/**
 * The index file of a data folder, with the operator's folder of records taken in. Files are read again only when their names, sizes or
 * times have changed since the last start.
 */
export function prepareAdvisoryIndex(
  dataDir: string,
  advisoriesDir: string | undefined,
  clock: Clock,
): string {
  const file = advisoryIndexFile(dataDir);
  if (advisoriesDir === undefined) return file;
  const folder = resolve(advisoriesDir);
  const source = folderSource(folder);
  const present = AdvisoryIndex.open(file);
  const known = present?.sourceState(folder);
  present?.close();
  if (known === source.fingerprint) return file;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const builder = new IndexBuilder(file, clock);
  try {
    const kept = new Set<number>();
    for (const text of source.records()) {
      const number = builder.put(text, folder);
      if (number !== undefined) kept.add(number);
    }
    builder.removeOthers(folder, kept);
    builder.saveSource(folder, source.fingerprint);
    builder.finish();
  } catch (error) {
    builder.abandon();
    throw error;
  }
  return file;
}
