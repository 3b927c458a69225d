import { AdvisoryIndex } from '../../scan/engines/dependencies/advisories/advisory-index.ts';
import { ScanFailure } from '../../scan/model/failure.ts';
import { syncAdvisories } from '../advisories/sync-advisories.ts';
import { type Invocation, listOption } from '../command.ts';
import { plain } from '../terminal.ts';
import { isUrl } from './scan-options.ts';

/** An index of today need not be asked about again: a build runs many times a day. */
const maxAgeMs = 12 * 60 * 60 * 1000;

/**
 * Updates the index of advisories before a scan, unless that was done today from the same place. Where it fails, an older index is used and reported as
 * such; without any the scan ends, because whoever asked for a sync does not want a scan that checks nothing.
 */
export async function refreshAdvisories(
  indexFile: string,
  invocation: Invocation,
  now: number,
): Promise<void> {
  const from = listOption(invocation, 'sync-from');
  const before = stateOf(indexFile);
  if (from === undefined && before && now - Date.parse(before.syncedAt) < maxAgeMs) return;
  try {
    await syncAdvisories(invocation, { indexFile, from });
  } catch (error) {
    const reason = error instanceof Error ? plain(error.message) : 'the reason is not known';
    if (!before)
      throw new ScanFailure('engine_failed', `The advisories could not be fetched: ${reason}`, {
        ...((from === undefined || from.some(isUrl)) && { network: true }),
        cause: error,
      });
    invocation.terminal.say(
      `lorekeep scan: the advisories could not be updated, those of ${before.syncedAt.slice(0, 10)} are used: ${reason}`,
    );
  }
}

function stateOf(indexFile: string): { syncedAt: string } | undefined {
  const index = AdvisoryIndex.open(indexFile);
  const { records = 0, syncedAt = '' } = index ?? {};
  index?.close();
  return records > 0 ? { syncedAt } : undefined;
}
