import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { userCacheFolder } from '../../config/user-cache-folder.ts';
import { advisoryFolder, advisoryIndexFile } from '../../scan/engines/dependencies/advisories/index-file.ts';
import { type Invocation, textOption } from '../command.ts';

/** Where a command finds advisories. */
export interface AdvisoriesPlace {
  indexFile: string;
  /** A folder of OSV records that the index is made of before it is used. */
  recordsFolder?: string;
  /** Somebody chose it for this command, as opposed to the place where they are by default. */
  isNamed: boolean;
}

/**
 * Advisories are where a flag or a variable says, else in the service's data folder where one is named, else in the cache of the user: found from
 * any working folder, and never taken from the working folder, which may be that of a repository that wants to pass.
 */
export function advisoriesPlace(
  invocation: Invocation,
  config?: Pick<Config, 'dataDir' | 'advisoriesDir'>,
): AdvisoriesPlace {
  const { environment, options } = invocation;
  const named =
    textOption(invocation, 'advisories') ||
    environment['LOREKEEP_ADVISORIES_DIR'] ||
    absolute(config?.advisoriesDir);
  const cache = userCacheFolder(environment);
  if (named) return { ...placeIn(resolve(named), cache), isNamed: true };
  const dataDir = (options['data-dir'] as string | undefined) || environment['LOREKEEP_DATA_DIR'];
  const chosen = dataDir || absolute(config?.dataDir);
  if (chosen) return { indexFile: advisoryIndexFile(advisoryFolder(resolve(chosen))), isNamed: true };
  return { indexFile: advisoryIndexFile(advisoryFolder(cache)), isNamed: false };
}

/** A relative path in a configuration file, such as the default `./data`, means the folder of a service and not that of a repository. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** A folder that "advisories sync" filled holds an index; any other holds records, of which an index is made in the user's cache. */
function placeIn(folder: string, cache: string): Omit<AdvisoriesPlace, 'isNamed'> {
  const indexFile = advisoryIndexFile(folder);
  if (existsSync(indexFile) || !holdsRecords(folder)) return { indexFile };
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return { indexFile: advisoryIndexFile(join(cache, 'advisories-of', name)), recordsFolder: folder };
}

function holdsRecords(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) => entry.isDirectory() || entry.name.endsWith('.json'),
  );
}
