import { createHash } from 'node:crypto';
import type { Engine } from '../../engines/engine.ts';
import type { RepositoryConfig } from '../../findings/repository-config.ts';
import type { ConfigProblem } from '../../model/config-problem.ts';
import type { Coverage } from '../../model/coverage.ts';
import type { CoverageLog } from './coverage-log.ts';

/** What the repository itself asked for, and whether that was listened to. */
interface RepositoryWishes {
  trusted: boolean;
  config: RepositoryConfig | undefined;
  suppressions: number;
  problems: readonly ConfigProblem[];
}

/** What a scan says about how much it saw and what it checked by. */
export function reportCoverage(
  log: CoverageLog,
  judges: readonly Engine[],
  { trusted, config, suppressions, problems }: RepositoryWishes,
): Coverage {
  const engines = judges.map(({ id, version }) => ({ id, version }));
  const advisoriesDate = judges.map(({ dataDate }) => dataDate).find((date) => date !== undefined);
  return {
    complete: log.complete,
    files: log.files,
    bytes: log.bytes,
    ...(log.history && { history: log.history }),
    skipped: log.list(),
    failed: log.failed,
    engineErrors: log.engineErrors,
    engines,
    rulesVersion: createHash('sha256').update(JSON.stringify(engines)).digest('hex').slice(0, 16),
    ...(advisoriesDate !== undefined && { advisoriesDate }),
    ...((config || suppressions > 0 || problems.length > 0) && {
      repositoryConfig: {
        trusted,
        suppressions,
        excludes: config?.counts.excludes ?? 0,
        rules: config?.counts.rules ?? 0,
        ...(problems.length > 0 && { problems: [...problems] }),
      },
    }),
  };
}
