// Whether `node_modules` already holds what the lockfile names, because somebody ran "npm ci" or "npm install" by hand. Plain JavaScript: it runs on any Node from 18 on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compares the lockfile with npm's own record of what it put into `modules`. Builds for other platforms are optional, and not expected. */
export function installedByNpm(modules, lockfile, scope) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(lockfile.packages)
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .filter(([, { optional, devOptional, dev }]) => !optional && !devOptional && (scope === 'all' || !dev))
    .every(([path, { integrity }]) => installed[path]?.integrity === integrity);
}
