import { existsSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { userCacheFolder } from '../../config/user-cache-folder.ts';
import { systemClock } from '../../kernel/clock.ts';
import { counted } from '../../kernel/counted.ts';
import { type AdvisoriesPlace, advisoriesPlace } from '../advisories/advisories-place.ts';
import { type Invocation, textOption, UsageError } from '../command.ts';
import { plain } from '../terminal.ts';
import { isUrl } from './scan-options.ts';

/** The index of advisories for a scan; undefined where there is none, and the scan says so. */
export async function findAdvisories(
  invocation: Invocation,
  settings: Partial<Pick<Config, 'dataDir' | 'advisoriesDir'>>,
): Promise<string | undefined> {
  const { dataDir } = settings;
  const place = advisoriesPlace(invocation, dataDir === undefined ? undefined : { ...settings, dataDir });
  const { indexFile, isNamed } = place;
  if (!isNamed && isScanned(indexFile, invocation)) {
    const where = plain(indexFile);
    invocation.terminal.say(
      `lorekeep scan: the advisories in ${where} are part of what is scanned and are not used.`,
    );
    return undefined;
  }
  if (wantsSync(invocation)) {
    if (place.recordsFolder !== undefined)
      throw new UsageError(
        `--sync: ${JSON.stringify(place.recordsFolder)} holds OSV records, which are read as they are.`,
      );
    const { refreshAdvisories } = await import('./fresh-advisories.ts');
    await refreshAdvisories(indexFile, invocation, systemClock.now());
  }
  if (isNamed) await prepare(place, invocation);
  return existsSync(indexFile) ? indexFile : undefined;
}

function wantsSync({ options }: Invocation): boolean {
  return options['sync'] === true || options['sync-from'] !== undefined;
}

/** Whoever names a folder of advisories must get them, or hear that there are none. */
async function prepare({ indexFile, recordsFolder }: AdvisoriesPlace, invocation: Invocation): Promise<void> {
  const { options, environment, terminal } = invocation;
  if (recordsFolder !== undefined) {
    const { prepareAdvisoryIndex } = await import(
      '../../scan/engines/dependencies/advisories/prepare-index.ts'
    );
    const { describeUnreadable } = await import(
      '../../scan/engines/dependencies/advisories/unreadable-records.ts'
    );
    const unreadable = prepareAdvisoryIndex(indexFile, recordsFolder, systemClock);
    if (unreadable.count > 0)
      terminal.say(`Advisories of ${plain(recordsFolder)}: ${plain(describeUnreadable(unreadable))}`);
  }
  const isChosen = options['advisories'] !== undefined || environment['LOREKEEP_ADVISORIES_DIR'];
  if (!isChosen) return;
  const { AdvisoryIndex } = await import('../../scan/engines/dependencies/advisories/advisory-index.ts');
  const index = AdvisoryIndex.open(indexFile);
  const records = index?.records ?? 0;
  index?.close();
  if (records === 0) throw new Error(`there are no advisories in ${plain(recordsFolder ?? indexFile)}.`);
}

/**
 * Where results are remembered. A cache inside of what is scanned could come with it: without a key of the user's own anybody can write one that calls
 * every file clean.
 */
export function cacheOption(invocation: Invocation, hasOwnKey: boolean): string | undefined {
  const cache = textOption(invocation, 'cache');
  if (cache === undefined || hasOwnKey || !isScanned(resolve(cache), invocation)) return cache;
  invocation.terminal.say(
    'lorekeep scan: --cache is inside of what is scanned and is not used: keep it elsewhere, or set LOREKEEP_SCAN_IDENTITY_KEY.',
  );
  return undefined;
}

/** Of scans that were killed; said only where there was something. A hook leaves it to the next whole scan. */
export async function removeLeftovers(
  scratchFolder: string,
  { options, terminal }: Invocation,
): Promise<void> {
  if (options['staged'] === true) return;
  const { removeAbandoned } = await import('../../scan/pipeline/scratch.ts');
  const { removed, left } = await removeAbandoned(scratchFolder, systemClock.now());
  if (removed > 0)
    terminal.say(
      `lorekeep scan: removed what ${counted(removed, 'killed scan')} left in ${plain(scratchFolder)}.`,
    );
  for (const path of left)
    terminal.say(`lorekeep scan: ${plain(path)} is left of a killed scan and cannot be removed.`);
}

/** Where a hook remembers what it said of single files: in the cache folder of the user, and never inside of what is scanned. */
export function recentFolder(invocation: Invocation): string | undefined {
  const { options, environment } = invocation;
  if (options['staged'] !== true || options['no-cache'] === true || options['cache'] !== undefined)
    return undefined;
  const folder = join(userCacheFolder(environment), 'staged');
  return isScanned(folder, invocation) ? undefined : folder;
}

function isScanned(path: string, { positionals: [target = '.'] }: Invocation): boolean {
  if (isUrl(target)) return false;
  const inside = relative(real(resolve(target)), real(resolve(path)));
  return inside !== '..' && !inside.startsWith(`..${sep}`);
}

/** With links resolved, as far as the path exists. */
function real(path: string): string {
  const above = resolve(path, '..');
  if (existsSync(path)) return realpathSync(path);
  return above === path ? path : resolve(real(above), relative(above, path));
}
