// `node scripts/with-tools.mjs SCRIPT …` installs the development tools where they are missing and runs SCRIPT on Node 24 or newer. Plain JavaScript,
// since it must start on whatever Node the machine has: a shell that found that one keeps using it, also after a newer one was installed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installIfMissing } from './install-if-missing.mjs';

await installIfMissing('all');
const isNew = Number(process.versions.node.split('.')[0]) >= 24;
const installed = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const { status } = spawnSync(isNew ? process.execPath : installed, process.argv.slice(2), {
  stdio: 'inherit',
  shell: !isNew && process.platform === 'win32',
});
process.exit(status ?? 1);
