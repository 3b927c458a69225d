import type { Engine } from '../../engines/engine.ts';
import type { RepositoryConfig } from '../../findings/repository-config.ts';
import { compileGlobs } from '../../formats/glob.ts';
import type { SkippedPath } from '../../model/coverage.ts';
import type { EngineId } from '../../model/finding.ts';
import type { ScanLimits, ScanTask } from '../../model/task.ts';
import { isMediaFile } from '../../source/media-file.ts';
import type { RepositoryEntry } from '../../source/repository-entry.ts';
import type { CoverageLog } from '../outcome/coverage-log.ts';

/** A file that at least one engine will look at. */
export interface PlannedFile {
  entry: RepositoryEntry;
  engineIds: EngineId[];
  /** None of the engines wants it by its name: where its content gives them nothing either, nobody has looked at it. */
  isUnnamed?: boolean;
}

/** Whether a request, and a repository that is trusted, let an entry be read. */
export function chosenPaths(
  paths: ScanTask['paths'],
  config?: RepositoryConfig | undefined,
): (entry: Pick<RepositoryEntry, 'path'>) => boolean {
  const isIncluded = paths?.include?.length ? compileGlobs(paths.include) : () => true;
  const isExcluded = compileGlobs(paths?.exclude ?? []);
  return ({ path }) => isIncluded(path) && !isExcluded(path) && !config?.excludes(path);
}

/** Decides before any content is read who looks at which file, and says what is omitted and why. */
export function planFiles(
  entries: readonly RepositoryEntry[],
  engines: readonly Engine[],
  options: { paths: ScanTask['paths']; config: RepositoryConfig | undefined; limits: ScanLimits },
  coverage: CoverageLog,
): PlannedFile[] {
  const { paths, config, limits } = options;
  const isIncluded = paths?.include?.length ? compileGlobs(paths.include) : () => true;
  const isExcluded = compileGlobs(paths?.exclude ?? []);
  const planned: PlannedFile[] = [];
  for (const entry of entries) {
    const { path, linkTo } = entry;
    if (linkTo !== undefined && (isExcluded(linkTo) || config?.excludes(linkTo))) continue;
    if (!isIncluded(path) || isExcluded(path)) {
      coverage.skip({ path, reason: 'excluded', message: 'Left out as the request asks.' });
    } else if (config?.excludes(path)) {
      coverage.skip({ path, reason: 'excluded_by_repository', message: 'Left out as .lorekeep.yaml asks.' });
    } else {
      const named = enginesFor(entry, engines, limits, coverage);
      const engineIds = [...named, ...enginesByContent(entry, engines, limits)];
      if (engineIds.length > 0)
        planned.push({ entry, engineIds, ...(named.length === 0 && { isUnnamed: true }) });
      else if (entry.sizeBytes > 0 && linkTo === undefined) coverage.skip(unlooked(path));
    }
  }
  return planned;
}

export function unlooked(path: string): SkippedPath {
  return { path, reason: 'no_engine', message: 'No engine of this scan reads files of this kind.' };
}

function enginesFor(
  { path, sizeBytes, linkTo }: RepositoryEntry,
  engines: readonly Engine[],
  limits: ScanLimits,
  coverage: CoverageLog,
): EngineId[] {
  const willing: EngineId[] = [];
  for (const engine of engines) {
    const maxBytes = engine.id === 'secrets' ? limits.secretFileBytes : limits.fileBytes;
    // Asked with the size it could have at most: an engine that wants the file at all must not lose it in silence.
    const asked = Math.min(sizeBytes, maxBytes);
    if (!engine.wants(path, asked) || (linkTo !== undefined && engine.wants(linkTo, asked))) continue;
    if (sizeBytes <= maxBytes) willing.push(engine.id);
    else {
      const message = `The file is larger than ${maxBytes} bytes.`;
      const reason = isMediaFile(path) ? 'media_too_large' : 'too_large';
      coverage.skip({ path, reason, message, engine: engine.id });
    }
  }
  return willing;
}

/** What its content makes a program of may be as long as anything that is read; the engine says where that is too long. */
function enginesByContent(
  { path, sizeBytes, linkTo }: RepositoryEntry,
  engines: readonly Engine[],
  { secretFileBytes }: ScanLimits,
): EngineId[] {
  if (sizeBytes > secretFileBytes || linkTo !== undefined) return [];
  return engines.filter((engine) => engine.mayWant?.(path, sizeBytes)).map(({ id }) => id);
}
