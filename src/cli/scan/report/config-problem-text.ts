import type { ConfigProblem } from '../../../scan/model/config-problem.ts';
import type { CompletedScan } from '../../../scan/model/outcome.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';
import { paint, type Terminal } from '../../terminal.ts';
import { wrapText } from './wrap-text.ts';

type Scan = Pick<CompletedScan, 'coverage'>;

export function configProblems({ coverage }: Scan): readonly ConfigProblem[] {
  return coverage.repositoryConfig?.problems ?? [];
}

/** A problem of the configuration in one line, as compilers write theirs. */
export function problemText({ file, line, message }: ConfigProblem): string {
  return `${visibleText(file)}:${line}: ${visibleText(message)}`;
}

const maxShown = 20;

/** What in the configuration does not do what its author meant. */
export function problemLines(scan: Scan, terminal: Terminal, width: number): string[] {
  const problems = configProblems(scan);
  if (problems.length === 0) return [];
  const more = problems.length - maxShown;
  return [
    paint(terminal, 'yellow', 'Not everything in the configuration does what it says:'),
    ...problems.slice(0, maxShown).flatMap((problem) => wrapText(problemText(problem), width, '  ')),
    ...(more > 0 ? [`  … and ${more} more; --format json shows all.`] : []),
  ];
}

/** Why the configuration as a whole is not followed; undefined where it is, or where there is none. */
export function refusedConfig(scan: Scan): string | undefined {
  const refused = scan.coverage.skipped.find(({ reason }) => reason === 'invalid_config');
  const isEntry = configProblems(scan).some(
    ({ kind, file }) => kind === 'wrong_entry' && file === refused?.path,
  );
  if (!refused || isEntry) return undefined;
  return `${visibleText(refused.path)} is not followed. ${visibleText(refused.message)} Correct it, or scan with --ignore-config.`;
}
