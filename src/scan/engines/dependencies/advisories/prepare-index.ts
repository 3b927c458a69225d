import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Clock } from '../../../../kernel/clock.ts';
import { makeFolder } from '../../../../platform/make-folder.ts';
import { AdvisoryIndex } from './advisory-index.ts';
import { IndexBuilder } from './index-builder.ts';
import { folderSource } from './sync/record-source.ts';
import type { UnreadableRecords } from './unreadable-records.ts';

/**
 * Brings a folder of records into an index file and tells which of them are no records. Files are read again only when their names, sizes or
 * times have changed since the last time.
 */
export function prepareAdvisoryIndex(file: string, recordsFolder: string, clock: Clock): UnreadableRecords {
  const folder = resolve(recordsFolder);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`The folder of advisories ${folder} does not exist.`);
  const source = folderSource(folder);
  const present = AdvisoryIndex.open(file);
  const known = present?.sourceState(folder);
  const unreadable = present?.unreadable(folder);
  present?.close();
  if (known === source.fingerprint && unreadable) return unreadable;
  makeFolder(dirname(file));
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
    return builder.unreadable;
  } catch (error) {
    builder.abandon();
    throw error;
  }
}
