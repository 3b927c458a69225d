import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Invocation, textOption, UsageError } from '../command.ts';
import { reportsOption } from './scan-options.ts';

/** Found out before the scan: nobody wants to wait for a report that cannot be written. */
export function checkTargets(invocation: Invocation): void {
  for (const name of ['output', 'write-baseline']) {
    const file = textOption(invocation, name);
    if (file !== undefined) checkFile(file, `--${name}`);
  }
  for (const { file } of reportsOption(invocation)) checkFile(file, '--report');
  const cache = textOption(invocation, 'cache');
  if (cache !== undefined && look(cache)?.isDirectory() === false) {
    throw new UsageError(`--cache: ${JSON.stringify(cache)} is not a folder.`);
  }
}

function checkFile(file: string, option: string): void {
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

/** What we may not even look at is not there for us. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
