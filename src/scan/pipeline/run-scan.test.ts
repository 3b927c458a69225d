import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanLimitDefaults } from '../../config/scan-defaults.ts';
import type { EngineCrash } from '../model/engine-crash.ts';
import type { CompletedScan, ScanProgress, ScanSurroundings } from '../model/outcome.ts';
import type { ScanSource, ScanTask } from '../model/task.ts';
import { runScan } from './run-scan.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-run-scan-'));
const repository = join(root, 'repository');
const bait = (i: number) => `f(${i}) // \u202e ${i}\n`;

beforeAll(() => {
  const files = Object.fromEntries(
    Array.from({ length: 80 }, (_, i) => [`src/${i % 7}/${i}.js`, i % 3 === 0 ? bait(i) : `f(${i})\n`]),
  );
  files['same/a.js'] = bait(1000);
  files['same/b.js'] = bait(1000);
  write(files);
  git('init', '-q', '--initial-branch=main');
  commit();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();
}

function commit(): void {
  git('add', '-A');
  git('commit', '-q', '-m', 'x');
}

async function scan(
  task: Partial<Omit<ScanTask, 'limits'>> & { limits?: Partial<ScanTask['limits']> } = {},
  surroundings: Partial<ScanSurroundings> = {},
): Promise<CompletedScan> {
  const source: ScanSource = { kind: 'git', path: repository };
  const outcome = await runScan(
    {
      source,
      history: false,
      trustRepositoryConfig: false,
      triage: [],
      identityKey: Buffer.alloc(32, 3),
      now: Date.UTC(2026, 0, 1),
      ...task,
      limits: { ...scanLimitDefaults, ...task.limits },
    },
    {
      onProgress: () => {},
      signal: new AbortController().signal,
      network: { allowHosts: [] },
      scratchFolder: join(root, 'scratch'),
      ...surroundings,
    },
  );
  if (outcome.status === 'failed') throw new Error(outcome.error);
  return outcome;
}

test('one thread and two, cold and cached, alone, crowded and throttled: the same commit gives the same bytes', async () => {
  // More than three megabytes in this commit, so that threads are worth it and are really used.
  const filler = '// an ordinary line of an ordinary program that says nothing\n'.repeat(16_000);
  git('checkout', '-q', '-b', 'large');
  write(Object.fromEntries([0, 1, 2, 3].map((i) => [`large/${i}.js`, `${filler}${bait(i)}`])));
  commit();
  git('checkout', '-q', 'main');
  const source: ScanSource = { kind: 'git', path: repository, ref: 'large' };
  const cacheFolder = join(root, 'cache');
  const reference = JSON.stringify(await scan({ source, limits: { threads: 1 } }));
  expect(JSON.parse(reference).findings.length).toBeGreaterThan(30);
  expect(JSON.stringify(await scan({ source, limits: { threads: 2 } }, { cacheFolder }))).toBe(reference);
  expect(JSON.stringify(await scan({ source }, { cacheFolder }))).toBe(reference);
  const crowd = await Promise.all([scan({ source, limits: { threads: 2 } }), scan({ source })]);
  for (const one of crowd) expect(JSON.stringify(one)).toBe(reference);
  const { stops, outcome } = await throttled(() => scan({ source, limits: { threads: 2 } }));
  expect(JSON.stringify(outcome)).toBe(reference);
  expect(stops).toBeGreaterThan(3);
});

/** Halts every process that the work starts, again and again, at moments that have nothing to do with what it is doing. */
async function throttled<T>(work: () => Promise<T>): Promise<{ outcome: T; stops: number }> {
  let stops = 0;
  let stopped: string[] = [];
  const resume = () => {
    for (const pid of stopped) signal(pid, 'SIGCONT');
    stopped = [];
  };
  const timer = setInterval(() => {
    if (stopped.length > 0) return resume();
    stopped = children();
    for (const pid of stopped) signal(pid, 'SIGSTOP');
    stops += stopped.length;
  }, 30);
  try {
    return { outcome: await work(), stops };
  } finally {
    clearInterval(timer);
    resume();
  }
}

/** What Linux tells: for every process its parent, the second field behind the name. */
function children(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && parentOf(pid) === process.pid;
    } catch {
      return false;
    }
  });
}

function parentOf(pid: string): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[1]);
}

/** To the whole group, which the analysing process leads; it may have ended a moment ago. */
function signal(pid: string, name: NodeJS.Signals): void {
  try {
    process.kill(-Number(pid), name);
  } catch {}
}

test('a folder and the commit that holds the same files give the same findings', async () => {
  const fromCommit = await scan();
  const fromFolder = await scan({ source: { kind: 'folder', path: repository } });
  expect(fromFolder.findings).toEqual(fromCommit.findings);
});

test('progress rises and ends near the end', async () => {
  const seen: ScanProgress[] = [];
  await scan({}, { onProgress: (progress) => seen.push(progress) });
  const percents = seen.map(({ percent }) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.every(({ percent }) => percent >= 0 && percent <= 100)).toBe(true);
});

test('ids of findings are unique, and a decision about one suppresses it alone', async () => {
  const before = await scan();
  const ids = before.findings.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const after = await scan({ triage: [{ findingId: ids[3]!, status: 'accepted_risk', reason: 'known' }] });
  expect(after.findings.map(({ id }) => id)).toEqual(ids.filter((id) => id !== ids[3]));
  expect(after.suppressedFindings).toMatchObject([
    { id: ids[3], status: 'accepted_risk', suppression: { source: 'api', reason: 'known' } },
  ]);
  expect(after.summary.suppressed).toBe(1);
});

test('only the asked engines and paths are looked at, and the rest is said to be excluded', async () => {
  const some = await scan({ paths: { include: ['src/1/**'], exclude: ['*5.js'] } });
  expect(some.findings.every(({ file }) => file.startsWith('src/1/') && !file.endsWith('5.js'))).toBe(true);
  expect(some.findings.length).toBeGreaterThan(0);
  expect(some.coverage.complete).toBe(true);
  expect(some.coverage.skipped.every(({ reason }) => reason === 'excluded')).toBe(true);
  const one = await scan({ engines: ['supply-chain'] });
  expect(one.coverage.engines.map(({ id }) => id)).toEqual(['supply-chain']);
});

test('against another branch, only what it does not have is new', async () => {
  git('checkout', '-q', '-b', 'feature');
  write({ 'src/new.js': bait(7), 'same/a.js': 'f()\n' });
  commit();
  const compared = await scan({ baseline: { ref: 'main' }, policy: { failOn: 'high', onlyNew: true } });
  expect(compared.summary).toMatchObject({ new: 1, fixed: 1 });
  expect(compared.findings.filter(({ baselineState }) => baselineState === 'new')).toMatchObject([
    { file: 'src/new.js' },
  ]);
  expect(compared.policy).toMatchObject({ passed: false, violations: [{ count: 1 }] });
});

test('a secret that was deleted again is found in the history, once, at the commit that brought it in', async () => {
  // Put together here, so that this file holds no such key.
  const secret = `AKIA${'Z7QHJ3XRT5LMNWP2'}`;
  git('checkout', '-q', '-b', 'past', 'main');
  write({ 'deploy.sh': `export AWS_ACCESS_KEY_ID=${secret}\n` });
  commit();
  const culprit = git('rev-parse', 'HEAD').trim();
  write({ 'deploy.sh': `# changed\nexport AWS_ACCESS_KEY_ID=${secret}\n` });
  commit();
  write({ 'deploy.sh': '# cleaned up\n' });
  commit();
  const engines: ScanTask['engines'] = ['secrets'];
  const now = await scan({ engines });
  expect(now.findings).toEqual([]);
  const past = await scan({ engines, history: true });
  expect(past.findings).toMatchObject([
    { file: 'deploy.sh', line: 1, engine: 'secrets', commit: culprit, inTree: false },
  ]);
  expect(past.coverage.history?.files).toBeGreaterThan(1);
  expect(JSON.stringify(past)).not.toContain(secret);
  const cacheFolder = join(root, 'history-cache');
  await scan({ engines, history: true }, { cacheFolder });
  expect(JSON.stringify(await scan({ engines, history: true }, { cacheFolder }))).toBe(JSON.stringify(past));
});

test('with its history a scan says of every secret which commit brought it in, when, and whether it is still there', async () => {
  const [kept, moved, gone] = ['K7QHJ3XRT5LMNWP2', 'M7QHJ3XRT5LMNWP3', 'G7QHJ3XRT5LMNWP4'].map(
    (tail) => `AKIA${tail}`,
  );
  git('checkout', '-q', '-b', 'origins', 'main');
  const commitAt = (date: string, files: Record<string, string>) => {
    write(files);
    git('add', '-A');
    // Committed later than written, as after a rebase: the author's date counts.
    execFileSync(
      'git',
      [
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@example.com',
        '-c',
        'commit.gpgsign=false',
        'commit',
        '-qm',
        'x',
      ],
      {
        cwd: repository,
        env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: '2025-06-01T00:00:00Z' },
      },
    );
    return git('rev-parse', 'HEAD').trim();
  };
  const first = commitAt('2024-01-01T10:00:00+02:00', {
    'kept.env': `A=${kept}\n`,
    'old.env': `A=${moved}\n`,
  });
  const second = commitAt('2024-02-01T00:00:00Z', {
    'kept.env': `# more\nA=${kept}\n`,
    'gone.env': `A=${gone}\n`,
  });
  git('rm', '-q', 'old.env', 'gone.env');
  const third = commitAt('2024-03-01T00:00:00Z', { 'new.env': `# moved here\nA=${moved}\n` });
  const progress: ScanProgress[] = [];
  const { findings, coverage } = await scan(
    { engines: ['secrets'], history: true },
    { onProgress: (one) => progress.push(one) },
  );
  const told = findings.map(({ file, commit, authorDate, inTree }) => ({ file, commit, authorDate, inTree }));
  const at = (file: string) => told.filter((one) => one.file === file);
  const january = '2024-01-01T08:00:00.000Z';
  expect(at('kept.env')).toEqual([{ file: 'kept.env', commit: first, authorDate: january, inTree: true }]);
  expect(at('old.env')).toEqual([{ file: 'old.env', commit: first, authorDate: january, inTree: true }]);
  expect(at('new.env')).toMatchObject([
    { commit: third, authorDate: '2024-03-01T00:00:00.000Z', inTree: true },
  ]);
  expect(at('gone.env')).toMatchObject([
    { commit: second, authorDate: '2024-02-01T00:00:00.000Z', inTree: false },
  ]);
  expect(coverage.complete).toBe(true);
  const ofHistory = progress.filter(({ phase }) => phase === 'history');
  expect(ofHistory.length).toBeGreaterThan(0);
  expect(ofHistory.every(({ percent }) => percent >= 65 && percent <= 95)).toBe(true);
});

test('a history beyond the limit fails the scan, it is not quietly cut', async () => {
  const outcome = await runScan(
    {
      source: { kind: 'git', path: repository },
      engines: ['secrets'],
      history: true,
      trustRepositoryConfig: false,
      triage: [],
      identityKey: Buffer.alloc(32, 3),
      now: 0,
      limits: { ...scanLimitDefaults, historyBlobs: 20 },
    },
    {
      onProgress: () => {},
      signal: new AbortController().signal,
      network: { allowHosts: [] },
      scratchFolder: root,
    },
  );
  expect(outcome).toMatchObject({ status: 'failed', errorCode: 'too_many_files' });
});

test('a scan at its time limit keeps what earlier scans know, and the next one gives the whole result', async () => {
  const cacheFolder = join(root, 'cache-of-late-scans');
  const limits = { threads: 1 };
  const whole = await scan({ limits });
  const partial = await scan({ limits: { ...limits, scanMs: 1 } }, { cacheFolder });
  expect(partial.findings).toEqual([]);
  expect(partial.coverage).toMatchObject({ complete: false, files: 0 });
  expect(await scan({ limits }, { cacheFolder })).toEqual(whole);
  // What is remembered needs no time: at its limit the scan still has it.
  const remembered = await scan({ limits: { ...limits, scanMs: 1 } }, { cacheFolder });
  expect(remembered.coverage.files).toBe(whole.coverage.files);
  expect(await scan({ limits }, { cacheFolder })).toEqual(whole);
});

test('a crash of an engine reaches whoever runs the scan, is counted in the coverage and is never remembered', async () => {
  const cacheFolder = join(root, 'cache-of-crashes');
  const engines: ScanTask['engines'] = ['secrets', 'supply-chain'];
  const sound = await scan({ engines });
  const crashes: EngineCrash[] = [];
  // A rule that its loader would have refused: the engine breaks on every file.
  const secretRules = [{ id: 'broken' }] as never;
  const broken = await scan(
    { engines, secretRules, policy: { failOn: 'critical' } },
    { cacheFolder, onCrash: (crash) => crashes.push(crash) },
  );
  expect(crashes.length).toBeGreaterThan(10);
  expect(crashes[0]).toMatchObject({ engine: 'secrets', step: 'file', error: 'TypeError' });
  expect(crashes[0]!.stack[0]).toMatch(/\.ts:\d+:\d+/);
  expect(broken.coverage).toMatchObject({ complete: false, engineErrors: broken.coverage.files });
  expect(broken.policy).toMatchObject({ passed: false, violations: [{ rule: 'incomplete' }] });
  expect(broken.findings.filter(({ engine }) => engine === 'supply-chain')).toEqual(
    sound.findings.filter(({ engine }) => engine === 'supply-chain'),
  );
  const again: EngineCrash[] = [];
  await scan({ engines, secretRules }, { cacheFolder, onCrash: (crash) => again.push(crash) });
  expect(again).toHaveLength(crashes.length);
});
