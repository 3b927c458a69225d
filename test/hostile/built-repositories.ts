import type { CompletedScan, ScanOutcome } from '../../src/scan/model/outcome.ts';
import type { ScanTask } from '../../src/scan/model/task.ts';
import type { Harness } from './harness.ts';
import { RepositoryBuilder } from './repositories.ts';
import { expectNothingCaught } from './use-harness.ts';

type BuiltTask = {
  [Key in keyof ScanTask]?: Key extends 'limits' ? Partial<ScanTask['limits']> : ScanTask[Key];
} & { ref?: string };

type ScanRepository = (
  build: (repository: RepositoryBuilder) => void,
  task?: BuiltTask,
) => Promise<ScanOutcome>;

/** Scans a repository of the git host that was built for the purpose; nothing may be started, contacted or left behind. */
export function scannerOf(harness: Harness): ScanRepository {
  let count = 0;
  return async (build, task = {}) => {
    const name = `case-${count++}.git`;
    build(new RepositoryBuilder(harness.repositories, name));
    const { ref, ...rest } = task;
    harness.caught();
    const outcome = await harness.scan(
      { kind: 'remote', url: harness.url(name), ...(ref !== undefined && { ref }) },
      rest as Partial<ScanTask>,
    );
    expectNothingCaught(harness);
    return outcome;
  };
}

export function skippedOf(outcome: ScanOutcome): Array<[path: string, reason: string]> {
  return (outcome as CompletedScan).coverage.skipped.map(({ path, reason }) => [path, reason]);
}
