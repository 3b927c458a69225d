import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects all that nothing refers to any more, and gives its memory back to the system. V8 does so by itself when it runs short of memory, not when others
 * might: for the rare moments at which much has become garbage at once.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Record<string, string>) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
