import type { Engine } from '../engines/engine.ts';
import type { EngineId } from '../finding.ts';
import { compileGlobs } from '../glob.ts';
import type { RepositoryEntry } from '../repository/repository-entry.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import type { ScanLimits, ScanTask } from '../scan-outcome.ts';
import type { CoverageLog } from './coverage-log.ts';

/** A file that at least one engine will look at. */
export interface PlannedFile {
  entry: RepositoryEntry;
  engineIds: EngineId[];
}

/** Leaves out what the request or the repository asks to leave out, and says so. */
export function includedEntries(
  entries: readonly RepositoryEntry[],
  { paths, config }: { paths: ScanTask['paths']; config: RepositoryConfig | undefined },
  coverage: CoverageLog,
): RepositoryEntry[] {
  const isIncluded = paths?.include?.length ? compileGlobs(paths.include) : () => true;
  const isExcluded = compileGlobs(paths?.exclude ?? []);
  return entries.filter(({ path }) => {
    if (!isIncluded(path) || isExcluded(path)) {
      coverage.skip({ path, reason: 'excluded', message: 'Left out as the request asks.' });
      return false;
    }
    if (!config?.excludes(path)) return true;
    coverage.skip({ path, reason: 'excluded_by_repository', message: 'Left out as .lorekeep.yaml asks.' });
    return false;
  });
}

/** Decides before any content is read who looks at which file, and says what is too large. */
export function planFiles(
  entries: readonly RepositoryEntry[],
  engines: readonly Engine[],
  limits: ScanLimits,
  coverage: CoverageLog,
): PlannedFile[] {
  return entries.flatMap((entry) => {
    const engineIds = enginesFor(entry, engines, limits, coverage);
    return engineIds.length > 0 ? [{ entry, engineIds }] : [];
  });
}

function enginesFor(
  { path, sizeBytes }: RepositoryEntry,
  engines: readonly Engine[],
  limits: ScanLimits,
  coverage: CoverageLog,
): EngineId[] {
  const willing: EngineId[] = [];
  for (const engine of engines) {
    const maxBytes = engine.id === 'secrets' ? limits.secretFileBytes : limits.fileBytes;
    // Asked with the size it could have at most: an engine that wants the file at all must not lose it in silence.
    if (!engine.wants(path, Math.min(sizeBytes, maxBytes))) continue;
    if (sizeBytes <= maxBytes) willing.push(engine.id);
    else {
      const message = `The file is larger than ${maxBytes} bytes.`;
      coverage.skip({ path, reason: 'too_large', message, engine: engine.id });
    }
  }
  return willing;
}
