// `npm test`: every check, cheapest first, each with its name, stopping at the first that fails.
import { spawnSync } from 'node:child_process';

const steps = [
  ['format and lint', 'biome', ['check', '.']],
  ['types', 'tsc', []],
  ['types of the client', 'tsc', ['-p', 'clients/typescript', '--noEmit']],
  ['dead code', 'knip', ['--no-progress']],
  ['tests', 'vitest', ['run']],
];

for (const [name, command, args] of steps) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`\n✗ ${name} failed`);
    process.exit(status ?? 1);
  }
  console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
