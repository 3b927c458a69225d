import { programIdentity } from '../../platform/program-identity.ts';
import type { EngineId } from '../model/finding.ts';
import { digestOfJudgingCode } from './judging-code.ts';
import { RecentResults } from './recent-results.ts';
import type { RememberedResults } from './remembered-results.ts';
import { ResultCache } from './result-cache.ts';

export interface ResultPlaces {
  /** The results of a whole repository. */
  cacheFile?: string;
  /** Where hooks remember the files of the last commits. */
  recentFolder?: string;
}

/** What earlier scans said; undefined where nothing is remembered. What engines are made of is looked up only where it is. */
export function openResults(
  { cacheFile, recentFolder }: ResultPlaces,
  identityKey: Uint8Array,
  engines: ReadonlyArray<{ readonly id: EngineId; readonly version: string }>,
): RememberedResults | undefined {
  const versions = () => Object.fromEntries(engines.map(({ id, version }) => [id, version]));
  if (cacheFile !== undefined)
    return new ResultCache(cacheFile, identityKey, digestOfJudgingCode(), versions());
  // Looking at every module takes as long as it would save.
  const program = programIdentity();
  if (recentFolder === undefined || program === undefined) return undefined;
  return new RecentResults(recentFolder, identityKey, JSON.stringify([program, versions()]));
}
