import type { RepositoryConfig } from '../../findings/repository-config.ts';
import { repositoryConfigNames } from '../../model/repository-config-names.ts';
import type { Listing, RepositoryEntry, RepositoryReader } from '../../source/repository-entry.ts';
import type { CoverageLog } from '../outcome/coverage-log.ts';

export interface FoundConfig {
  path: string;
  config: RepositoryConfig;
}

/** Reads `.lorekeep.yaml` of the repository; one that is not valid is reported and counts for nothing, and so does an entry of it. */
export async function readRepositoryConfig(
  listing: Listing,
  reader: RepositoryReader,
  coverage: CoverageLog,
): Promise<FoundConfig | undefined> {
  // The parser of the file and what it needs are loaded only for repositories that have one.
  const entry = await findConfig(listing, reader);
  if (!entry) return undefined;
  const { maxRepositoryConfigBytes, parseRepositoryConfig } = await import(
    '../../findings/repository-config.ts'
  );
  const { path } = entry;
  const refuse = (message: string) => {
    coverage.skip({ path, reason: 'invalid_config', message });
    return undefined;
  };
  if (entry.sizeBytes > maxRepositoryConfigBytes) return refuse('The file is too large.');
  for await (const bytes of reader.read([entry])) {
    const config = parseRepositoryConfig(Buffer.from(bytes ?? []).toString('utf8'));
    if ('problem' in config) return refuse(config.problem);
    for (const { kind, line, message } of config.problems)
      if (kind === 'wrong_entry')
        coverage.skip({ path, reason: 'invalid_config', message: `${message} (line ${line})` });
    return { path, config };
  }
  return undefined;
}

async function findConfig(listing: Listing, reader: RepositoryReader): Promise<RepositoryEntry | undefined> {
  const listed = listing.entries.find(({ path }) => repositoryConfigNames.includes(path));
  return listed ?? reader.find?.(repositoryConfigNames);
}
