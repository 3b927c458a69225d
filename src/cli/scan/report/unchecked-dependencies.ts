import type { CompletedScan } from '../../../scan/model/outcome.ts';

/** Whether there were dependencies and nothing to check them against. */
export function dependenciesUnchecked({ coverage }: Pick<CompletedScan, 'coverage'>): boolean {
  return coverage.skipped.some(({ reason }) => reason === 'advisories_missing');
}

/** Why, and what else can be done about it; then what whoever reads one line should read. */
export const uncheckedTexts = [
  'There are no advisories here to check dependencies against; --require-complete makes this an error.',
  'Dependencies were NOT checked: run "lorekeep advisories sync" or use --sync.',
] as const;
