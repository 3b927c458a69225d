import type { Engine } from '../../engines/engine.ts';
import type { AttributedFinding } from '../../findings/identity.ts';
import { ScanFailure } from '../../model/failure.ts';
import type { RepositoryEntry } from '../../source/repository-entry.ts';
import type { ChildTask } from '../child-protocol.ts';
import type { CoverageLog } from '../outcome/coverage-log.ts';
import type { OpenSource } from '../plan/open-source.ts';
import { type HistoryResult, searchHistory } from './search-history.ts';

export interface Present {
  task: ChildTask;
  engines: readonly Engine[];
  source: OpenSource;
  entries: readonly RepositoryEntry[];
  findings: AttributedFinding[];
}

/** Searches the history for secrets where there is one, there is time, and the secrets engine takes part; its coverage is counted on its own. */
export async function searchPast(
  { task, engines, source, entries, findings }: Present,
  { coverage, pastCoverage }: Record<'coverage' | 'pastCoverage', CoverageLog>,
  context: Parameters<typeof searchHistory>[4],
): Promise<HistoryResult> {
  const secrets = engines.find(({ id }) => id === 'secrets');
  if (!secrets) return { past: [], present: findings };
  const { history } = source;
  if (!history)
    throw new ScanFailure(
      'repo_not_found',
      'The folder is not the root of a git repository and has no history.',
    );
  const late = context.deadline.look();
  if (late !== undefined) {
    coverage.skip({ path: '…', reason: 'time_limit', message: `The history was not searched. ${late}` });
    return { past: [], present: findings };
  }
  const found = await searchHistory(history, secrets, { entries, findings }, task.limits, context);
  coverage.skipAll(pastCoverage.list());
  coverage.history = { files: pastCoverage.files, bytes: pastCoverage.bytes };
  return found;
}
