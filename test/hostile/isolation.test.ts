import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bait, useHarness } from './use-harness.ts';

const harness = await useHarness();
const large = join(harness.root, 'large');
mkdirSync(large);
const text = 'const value = compute(input, 42) // nothing to see\n'.repeat(40_000);
for (let i = 0; i < 30; i++) writeFileSync(join(large, `${i}.js`), text);

function processesUnder(marker: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker);
      } catch {
        return false;
      }
    });
}

test('a scan beyond its time fails as such and leaves no process behind', async () => {
  const outcome = await harness.scan({ kind: 'folder', path: large }, { limits: { scanMs: 150 } } as never);
  expect(outcome).toMatchObject({ status: 'failed', errorCode: 'scan_timeout' });
  await sleep(50);
  expect(processesUnder(harness.root)).toEqual([]);
});

test('a scan beyond its memory fails as such', async () => {
  const limits = { memoryBytes: 60 * 1024 ** 2 };
  const outcome = await harness.scan({ kind: 'folder', path: large }, { limits } as never);
  expect(outcome).toMatchObject({ status: 'failed', errorCode: 'out_of_memory' });
});

test('a cancelled scan ends at once, whatever it is doing', async () => {
  for (const delayMs of [0, 30, 200]) {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), delayMs);
    const outcome = await harness.scan({ kind: 'folder', path: large }, {}, stop.signal);
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
  }
  expect(harness.caught().scratch).toEqual([]);
});

test('a cancelled fetch ends at once', async () => {
  harness.host.answer('/mute.git/', () => {});
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  const outcome = await harness.scan(harness.url('mute.git'), {}, stop.signal);
  expect(outcome).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
});

test('an analysing process that is killed becomes a failed scan', async () => {
  const running = harness.scan({ kind: 'folder', path: large });
  let victims: string[] = [];
  for (let i = 0; i < 100 && victims.length === 0; i++) {
    await sleep(10);
    victims = processesUnder(join(harness.root, 'scratch'));
  }
  for (const pid of victims) process.kill(Number(pid), 'SIGSEGV');
  expect(victims.length).toBeGreaterThan(0);
  expect(await running).toMatchObject({ status: 'failed', errorCode: 'engine_failed' });
});

test('when the service dies, the analysing process dies with it', async () => {
  const script = join(harness.root, 'service.ts');
  const runScan = new URL('../../src/scan/pipeline/run-scan.ts', import.meta.url).href;
  const defaults = new URL('../../src/config/scan-defaults.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { runScan } from ${JSON.stringify(runScan)};
     import { scanLimitDefaults } from ${JSON.stringify(defaults)};
     await runScan({ source: { kind: 'folder', path: ${JSON.stringify(large)} }, history: false, trustRepositoryConfig: false, triage: [],
       identityKey: Buffer.alloc(32), now: 0, limits: scanLimitDefaults },
       { onProgress: () => console.log('running'), signal: new AbortController().signal, network: { allowHosts: [] },
         scratchFolder: ${JSON.stringify(join(harness.root, 'orphans'))} });`,
  );
  const service = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => service.stdout.once('data', resolve));
  const [child] = processesUnder(join(harness.root, 'orphans'));
  expect(child).toBeDefined();
  service.kill('SIGKILL');
  for (let i = 0; i < 100 && isAlive(child!); i++) await sleep(20);
  expect(isAlive(child!)).toBe(false);
});

test('no secret of the service’s environment reaches the analysing process', async () => {
  process.env['LOREKEEP_TEST_SECRET'] = 'do-not-pass-on';
  try {
    const running = harness.scan({ kind: 'folder', path: large });
    let environments: string[] = [];
    for (let i = 0; i < 100 && environments.length === 0; i++) {
      await sleep(10);
      environments = processesUnder(join(harness.root, 'scratch'))
        .map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
        .filter((text) => text !== '');
    }
    expect(environments.length).toBeGreaterThan(0);
    expect(environments.join()).not.toContain('do-not-pass-on');
    expect(await running).toMatchObject({ status: 'completed' });
  } finally {
    delete process.env['LOREKEEP_TEST_SECRET'];
  }
});

function isAlive(pid: string): boolean {
  try {
    // A process that nobody has waited for yet is dead all the same.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('where bubblewrap works, a fetched repository is analysed without network', async ({ skip }) => {
  try {
    execFileSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' });
  } catch {
    skip('bubblewrap is not installed or not allowed here');
  }
  const { RepositoryBuilder } = await import('./repositories.ts');
  new RepositoryBuilder(harness.repositories, 'boxed.git').files({ 'a.js': bait });
  let interfaces = '';
  const running = harness.scan(harness.url('boxed.git'));
  for (let done = false; !done && interfaces === ''; ) {
    done = await Promise.race([running.then(() => true), sleep(5).then(() => false)]);
    for (const pid of processesUnder(join(harness.root, 'scratch'))) {
      try {
        if (/bwrap/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))) continue;
        interfaces = readFileSync(`/proc/${pid}/net/dev`, 'utf8');
      } catch {
        // It has ended already.
      }
    }
  }
  expect(await running).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
  expect(interfaces.match(/^\s*(\w+):/gm)?.map((name) => name.trim())).toEqual(['lo:']);
});
