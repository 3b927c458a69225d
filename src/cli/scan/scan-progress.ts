import type { ScanProgress } from '../../scan/model/outcome.ts';
import type { ProgressBar } from '../output/progress-bar.ts';

const words: Record<ScanProgress['phase'], string> = {
  fetching: 'fetching the repository',
  listing: 'looking what there is',
  analysing: 'files',
  history: 'earlier versions',
  concluding: 'putting it together',
  remembering: 'files kept in memory',
};

const countedPhases: ReadonlySet<string> = new Set(['analysing', 'history', 'remembering']);

/** Shows on the bar how far a scan is and what it is doing. */
export function showProgress(
  bar: ProgressBar,
  { phase, percent, filesDone, filesTotal }: ScanProgress,
): void {
  const isCounted = countedPhases.has(phase) && filesTotal > 0;
  // As numbers: a service could send anything in their place.
  const note = isCounted ? `${Number(filesDone)} of ${Number(filesTotal)} ${words[phase]}` : words[phase];
  bar.update(Number(percent), 100, note);
}
