// `npm run check:quick`: what is worth knowing while working, in under a minute: format and lint, types, the walls, and the tests that
// the changed files can reach. `npm test` is still everything.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
const base = process.argv[2] ?? 'HEAD';
const changed = [
  ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
].filter((file) => existsSync(file));
const code = changed.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
const formatted = changed.filter((file) => /\.(?:ts|tsx|mjs|json|md|css|html)$/.test(file));
// These start processes, kill services or attack hosts: they take minutes, and `npm test` runs them.
const slow = ['test/e2e/**', 'test/hostile/**', 'test/kill/**', 'test/cluster/**', '**/code/rules.test.ts'];

const steps = [
  ...(formatted.length > 0 ? [['biome', 'check', '--no-errors-on-unmatched', ...formatted]] : []),
  ['tsc'],
  ['vitest', 'run', '--project', 'embedded', 'test/architecture.test.ts', 'test/inner-walls.test.ts'],
  ...(code.length > 0
    ? [
        [
          'vitest',
          'related',
          '--run',
          '--project',
          'embedded',
          '--passWithNoTests',
          ...slow.flatMap((glob) => ['--exclude', glob]),
          ...code,
        ],
      ]
    : []),
];
for (const [command, ...args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
