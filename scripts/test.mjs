// `npm test`: every check, cheapest first, each with its name, stopping at the first that fails.
import { spawnSync } from 'node:child_process';

const environment = { ...process.env };
const warnings = [];

step('format and lint', 'biome', ['check', '.']);
step('types', 'tsc', []);
step('types of the client', 'tsc', ['-p', 'clients/typescript', '--noEmit']);
step('types of the console', 'tsc', ['-p', 'console']);
step('dead code', 'knip', ['--no-progress']);
const chromium = step('browser', 'node', ['scripts/bring-browser.ts'], ['ignore', 'pipe', 'inherit']).trim();
if (chromium) console.log(chromium);
else
  warn(
    'The tests in a browser are SKIPPED: there is no Chromium. Install one, or name one in LOREKEEP_TEST_CHROMIUM.',
  );
environment.LOREKEEP_TEST_CHROMIUM = chromium || 'none';
step('tests', 'vitest', ['run']);
for (const warning of warnings) banner(warning);

/** Runs one check; returns what it wrote to the standard output, where that is piped. */
function step(name, command, args, stdio = 'inherit') {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const shell = process.platform === 'win32';
  const { status, stdout } = spawnSync(command, args, { stdio, shell, encoding: 'utf8', env: environment });
  if (status !== 0) {
    console.error(`\n✗ ${name} failed`);
    process.exit(status ?? 1);
  }
  console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return stdout ?? '';
}

/** Said at once and again at the end, where it is still on the screen. */
function warn(text) {
  banner(text);
  warnings.push(text);
}

function banner(text) {
  const line = '!'.repeat(text.length + 4);
  console.error(`\n${line}\n! ${text} !\n${line}`);
}
