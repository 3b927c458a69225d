import type { EngineSettings } from '../../engines/registry.ts';
import { failuresOf } from '../../findings/failures.ts';
import type { SuppressionComment } from '../../findings/suppression-comment.ts';
import type { ConfigProblem } from '../../model/config-problem.ts';
import type { SkippedPath } from '../../model/coverage.ts';
import { loadEngines } from '../analyse/load-engines.ts';
import type { ChildTask } from '../child-protocol.ts';
import type { FoundConfig } from '../plan/read-repository-config.ts';

interface CheckedScan {
  task: ChildTask;
  settings: EngineSettings;
  /** All files were listed. */
  isWhole: boolean;
  skipped: readonly SkippedPath[];
  /** Places, as `path:line`, of the comments and entries that matched a finding. */
  used: ReadonlySet<string>;
}

/** Looks whether what the repository says about its own scan does what its author meant; nothing where it is not followed. */
export async function checkConfig(
  found: FoundConfig | undefined,
  comments: ReadonlyMap<string, SuppressionComment[]>,
  { task, settings, isWhole, skipped, used }: CheckedScan,
): Promise<ConfigProblem[]> {
  if (!task.trustRepositoryConfig || (!found && comments.size === 0)) return [];
  const failed = new Set(failuresOf(skipped).map(({ path }) => path));
  // Half a scan cannot tell: the finding that a line is there for may be one of an engine that did not run.
  const isComplete = isWhole && task.engines === undefined && !task.paths?.include && !failed.has('…');
  const isChecked = !skipped.some(({ reason }) => reason === 'advisories_missing');
  const { findConfigProblems } = await import('../../findings/config-problems.ts');
  return findConfigProblems({
    configPath: found?.path ?? '',
    config: found?.config,
    comments,
    used,
    now: task.now,
    isSeen: (path) => isComplete && (path === undefined ? failed.size === 0 && isChecked : !failed.has(path)),
    rules: async () => {
      const engines = await loadEngines(undefined, settings);
      return engines.flatMap(({ id: engine, rules }) => rules.map(({ id }) => ({ id, engine })));
    },
  });
}
