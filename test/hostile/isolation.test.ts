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

test.each([
  ['scanMs', 1],
  ['scanWallMs', 1],
])(
  'a scan at its limit of time (%s) gives what it has, fails a gate, names the limit and leaves no process behind',
  async (name, limit) => {
    const outcome = await harness.scan({ kind: 'folder', path: large }, {
      limits: { [name]: limit },
      policy: { failOn: 'critical' },
    } as never);
    expect(outcome).toMatchObject({
      status: 'completed',
      coverage: { complete: false, files: 0, failed: 30 },
      policy: { passed: false, violations: [{ rule: 'incomplete', count: 30 }] },
    });
    if (outcome.status !== 'completed') return;
    expect(outcome.coverage.skipped[0]).toMatchObject({
      reason: 'time_limit',
      message: expect.stringContaining(`scan.limits.${name}`),
    });
    await sleep(50);
    expect(processesUnder(harness.root)).toEqual([]);
  },
);

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

/** Ends processes of the scan with a signal as they appear, at most so many; how many it were. */
async function endProcesses(
  running: Promise<unknown>,
  signal: NodeJS.Signals,
  atMost: number,
): Promise<number> {
  const ended = new Set<string>();
  for (let over = false; !over && ended.size < atMost; ) {
    over = await Promise.race([running.then(() => true), sleep(5).then(() => false)]);
    for (const pid of processesUnder(join(harness.root, 'scratch'))) {
      if (ended.has(pid) || ended.size >= atMost) continue;
      ended.add(pid);
      process.kill(Number(pid), signal);
    }
  }
  return ended.size;
}

test('an analysing process that breaks becomes a failed scan', async () => {
  const running = harness.scan({ kind: 'folder', path: large });
  expect(await endProcesses(running, 'SIGSEGV', 1)).toBe(1);
  expect(await running).toMatchObject({ status: 'failed', errorCode: 'engine_failed' });
});

test('an analysing process that somebody kills is started once more, and nothing is missing', async () => {
  const undisturbed = await harness.scan({ kind: 'folder', path: large });
  const running = harness.scan({ kind: 'folder', path: large });
  expect(await endProcesses(running, 'SIGKILL', 1)).toBe(1);
  expect(await running).toEqual(undisturbed);
});

test('an analysing process that is killed again is not called the repository’s fault', async () => {
  const running = harness.scan({ kind: 'folder', path: large });
  expect(await endProcesses(running, 'SIGKILL', 2)).toBe(2);
  const outcome = await running;
  expect(outcome).toMatchObject({ status: 'failed', errorCode: 'worker_lost' });
  expect(outcome).not.toHaveProperty('killed');
});

test('a git that somebody kills while it fetches is started once more', async () => {
  const { RepositoryBuilder } = await import('./repositories.ts');
  const { serveGit } = await import('./git-host.ts');
  new RepositoryBuilder(harness.repositories, 'interrupted.git').files({ 'a.js': bait });
  let kills = 0;
  harness.host.answer('/interrupted.git/', (request, response) => {
    const path = String(request.url);
    // The first look is ours; the second request is git's own.
    if (path.includes('info/refs') && kills === 0) {
      const victims = gitsOf(join(harness.root, 'scratch'));
      for (const pid of victims) process.kill(Number(pid), 'SIGKILL');
      kills += victims.length;
      if (victims.length > 0) return;
    }
    serveGit(harness.repositories, request, response);
  });
  expect(await harness.scan(harness.url('interrupted.git'))).toMatchObject({ status: 'completed' });
  expect(kills).toBeGreaterThan(0);
});

/** Processes that work in a folder, by their environment. */
function gitsOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`GIT_DIR=${folder}`);
      } catch {
        return false;
      }
    });
}

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
