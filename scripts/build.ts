import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleFolders } from '../src/scan/engines/code/frontends/registry.ts';
import { packRules } from '../src/scan/engines/code/knowledge/load-rules.ts';
import { templateFolder } from '../src/scan/engines/code/templates/template-rules.ts';
import { linkScan } from './link/link-scan.ts';

/**
 * Makes `dist`, which is what the published package runs: Node does not strip types under `node_modules`. It has the layout of
 * `src`, so that everything next to it (rules, models, grammars) is found by the same relative path.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
const compiled = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
for (const backend of ['embedded', 'postgres']) {
  const migrations = `storage/${backend}/migrations`;
  cpSync(join(root, 'src', migrations), join(dist, migrations), { recursive: true });
}
const packed = join(dist, 'packed-rules');
mkdirSync(packed);
for (const [name, text] of packRules(ruleFolders(), templateFolder)) writeFileSync(join(packed, name), text);
mkdirSync(join(dist, 'linked'));
writeFileSync(join(dist, 'linked/program.js'), (await linkScan(dist, 'js')).text);
copyFileSync(join(root, 'src/storage/postgres/citus.sql'), join(dist, 'storage/postgres/citus.sql'));
// What `lorekeep --version` prints: an installed package has no repository to ask.
const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
if (commit.status === 0) writeFileSync(join(dist, 'commit.txt'), commit.stdout);
chmodSync(join(dist, 'main.js'), 0o755);
