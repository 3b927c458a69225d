import type { RepositoryConfig } from '../../findings/repository-config.ts';
import type { Listing, RepositoryReader } from '../../source/repository-entry.ts';
import type { CoverageLog } from '../outcome/coverage-log.ts';

/** Reads `.lorekeep.yaml` of the repository; one that is not valid is said to be and counts for nothing. */
export async function readRepositoryConfig(
  listing: Listing,
  reader: RepositoryReader,
  coverage: CoverageLog,
): Promise<RepositoryConfig | undefined> {
  // The parser of the file and what it needs are loaded only for repositories that have one.
  const entry = listing.entries.find(({ path }) => path === '.lorekeep.yaml' || path === '.lorekeep.yml');
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
    return 'problem' in config ? refuse(config.problem) : config;
  }
  return undefined;
}
