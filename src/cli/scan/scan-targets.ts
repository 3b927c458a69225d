import { accessSync, constants, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { findLocalGit } from '../../scan/source/git/local-git.ts';
import { type Invocation, textOption, UsageError } from '../command.ts';
import { isUrl, reportsOption } from './scan-options.ts';

/** Found out before the scan: nobody wants to wait for a report that cannot be written. */
export function checkTargets(invocation: Invocation): void {
  const [target = '.'] = invocation.positionals;
  const check = (file: string, option: string) => {
    checkFile(file, option);
    if (!isUrl(target)) checkLinks(file, option, target);
  };
  for (const name of ['output', 'write-baseline']) {
    const file = textOption(invocation, name);
    if (file !== undefined) check(file, `--${name}`);
  }
  for (const { file } of reportsOption(invocation)) check(file, '--report');
  const cache = textOption(invocation, 'cache');
  if (cache !== undefined && look(cache)?.isDirectory() === false) {
    throw new UsageError(`--cache: ${JSON.stringify(cache)} is not a folder.`);
  }
}

function checkFile(file: string, option: string): void {
  if (file === '') throw new UsageError(`${option} needs the name of a file.`);
  const found = look(file);
  if (found?.isDirectory()) throw new UsageError(`${option}: ${JSON.stringify(file)} is a folder.`);
  if (!look(dirname(file))?.isDirectory()) {
    throw new UsageError(`${option}: there is no folder ${JSON.stringify(dirname(file))}.`);
  }
  try {
    accessSync(found ? file : dirname(file), constants.W_OK);
  } catch {
    throw new UsageError(`${option}: ${JSON.stringify(file)} may not be written.`);
  }
}

/** A link in what is scanned leads wherever its author wants: what is written through it may be any file of the user. */
function checkLinks(file: string, option: string, target: string): void {
  const root = resolve(findLocalGit(target)?.workTree ?? target);
  const place = resolve(file);
  if (!look(root)?.isDirectory()) return;
  const isThere = isBelow(realpathSync(root), realpathSync(dirname(place)));
  if (!isThere && !isBelow(root, place)) return;
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isThere && !isLink) return;
  throw new UsageError(
    `${option}: ${JSON.stringify(file)} is a link, or behind one, in what is scanned; name a file elsewhere.`,
  );
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`);
}

/** What we may not even look at is not there for us. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
