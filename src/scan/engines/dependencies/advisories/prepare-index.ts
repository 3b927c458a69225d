import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../../../kernel/clock.ts';
import { AdvisoryIndex } from './advisory-index.ts';
import { IndexBuilder } from './index-builder.ts';
import { advisoryIndexFile } from './index-file.ts';
import { folderSource } from './record-source.ts';
import type { UnreadableRecords } from './unreadable-records.ts';

export interface PreparedIndex {
  file: string;
  /** Files of the operator's folder that are no records. */
  unreadable: UnreadableRecords;
}

/**
 * The index file of a data folder, with the operator's folder of records taken in. Files are read again only when their names, sizes or
 * times have changed since the last start.
 */
export function prepareAdvisoryIndex(
  dataDir: string,
  advisoriesDir: string | undefined,
  clock: Clock,
): PreparedIndex {
  const file = advisoryIndexFile(dataDir);
  if (advisoriesDir === undefined) return { file, unreadable: { count: 0, examples: [] } };
  const folder = resolve(advisoriesDir);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`The folder of advisories ${folder} does not exist (advisoriesDir).`);
  const source = folderSource(folder);
  const present = AdvisoryIndex.open(file);
  const known = present?.sourceState(folder);
  const unreadable = present?.unreadable(folder);
  present?.close();
  if (known === source.fingerprint && unreadable) return { file, unreadable };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const builder = new IndexBuilder(file, clock);
  try {
    const kept = new Set<number>();
    for (const record of source.records()) {
      const number = builder.put(record, folder);
      if (number !== undefined) kept.add(number);
    }
    builder.removeOthers(folder, kept);
    builder.saveSource(folder, source.fingerprint);
    builder.finish();
    return { file, unreadable: builder.unreadable };
  } catch (error) {
    builder.abandon();
    throw error;
  }
}
