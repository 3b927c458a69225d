import { expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import type { Engine } from '../../engines/engine.ts';
import { ValueMask } from '../../findings/value-mask.ts';
import type { Finding } from '../../model/finding.ts';
import type { ChildTask } from '../child-protocol.ts';
import { checkConfig } from './check-config.ts';
import { completeScan, type Gathered } from './complete-scan.ts';
import { CoverageLog } from './coverage-log.ts';
import { reportCoverage } from './coverage-report.ts';

const rule = (id: string) => ({ id, title: id }) as never;
const engine = (id: string, change: Partial<Engine> = {}): Engine =>
  ({
    id,
    version: `${id}-1`,
    rules: [rule('r1'), rule('r2')],
    wants: () => true,
    analyse: () => ({ findings: [] }),
    ...change,
  }) as Engine;
const finding = (id: string, change: Partial<Finding> = {}) =>
  sampleFinding({ id, fingerprint: id, ruleId: 'r1', ...change });

function gathered(change: Record<string, unknown> = {}, task: Partial<ChildTask> = {}): Gathered {
  const { open = [], suppressed = [], repositorySuppressions = 0, ...more } = change;
  return {
    task: { trustRepositoryConfig: true, now: 0, limits: { findings: 2 }, ...task } as ChildTask,
    engines: [engine('code')],
    settings: {},
    isWhole: true,
    commit: undefined,
    listing: { entries: [{ path: 'src/orders/find.ts', sizeBytes: 1 }], skipped: [] },
    coverage: new CoverageLog(),
    found: undefined,
    comments: new Map(),
    presented: {
      open,
      suppressed,
      repositorySuppressions,
      used: new Set(),
      mask: new ValueMask(['hunter2!']),
    },
    before: undefined,
    inventory: undefined,
    code: undefined,
    ...more,
  } as unknown as Gathered;
}

test('a scan without anything says only what it has', async () => {
  const done = await completeScan(gathered());
  expect(Object.keys(done).sort()).toEqual([
    'coverage',
    'findings',
    'rules',
    'status',
    'summary',
    'suppressedFindings',
    'truncated',
  ]);
  expect(done.summary).toEqual({ critical: 0, high: 0, medium: 0, low: 0, info: 0, suppressed: 0 });
  expect([done.truncated, done.rules]).toEqual([false, []]);
});

test('commit, inventory and gathered code go along, the inventory without secrets', async () => {
  const done = await completeScan(
    gathered(
      { commit: 'c', inventory: { packages: ['a hunter2!'] }, code: { symbols: [] } },
      { policy: { failOn: 'high' } as never },
    ),
  );
  expect(done).toMatchObject({
    commit: 'c',
    inventory: { packages: ['a ••••••'] },
    code: { symbols: [] },
    policy: { passed: true },
  });
});

test('all findings are counted, and as many listed as the limit says', async () => {
  const three = ['a', 'b', 'c'].map((id, i) =>
    finding(id, { severity: (['critical', 'high', 'high'] as const)[i]! }),
  );
  const full = await completeScan(gathered({ open: three.slice(1), suppressed: three.slice(1) }));
  expect([full.findings.length, full.suppressedFindings.length, full.truncated]).toEqual([2, 2, false]);
  const open = await completeScan(gathered({ open: three }));
  expect([open.findings.map(({ id }) => id), open.truncated]).toEqual([['a', 'b'], true]);
  expect(open.summary).toEqual({ critical: 1, high: 2, medium: 0, low: 0, info: 0, suppressed: 0 });
  const hidden = await completeScan(gathered({ suppressed: three }));
  expect([hidden.suppressedFindings.length, hidden.truncated, hidden.summary.suppressed]).toEqual([
    2,
    true,
    3,
  ]);
});

test('rules are told of the engines that found something', async () => {
  const described = engine('secrets', {
    describe: (ids: ReadonlySet<string>) => [...ids].map((id) => rule(`told ${id}`)),
  });
  const quiet = engine('dependencies', { describe: () => [rule('never')] });
  const open = [finding('a'), finding('b', { engine: 'secrets', ruleId: 's1' })];
  const done = await completeScan(gathered({ engines: [engine('code'), described, quiet], open }));
  expect(done.rules.map(({ id }) => id)).toEqual(['r1', 'told s1']);
});

test.for([
  ['all that was listed', {}, {}, { new: 1, fixed: 1 }],
  [
    'a baseline that was not read',
    { before: { known: [], wasRead: false } },
    {},
    { new: 2, fixed: undefined },
  ],
  ['only what is staged', { isWhole: false }, {}, { new: 1, fixed: 1 }],
  [
    'nothing of it staged',
    { isWhole: false, listing: { entries: [], skipped: [] } },
    {},
    { new: 1, fixed: 0 },
  ],
  [
    'a path that the repository excludes',
    {
      found: {
        path: 'c',
        config: { excludes: (): boolean => true, counts: {}, problems: [], suppressions: [], namedRules: [] },
      },
    },
    {},
    { new: 1, fixed: 0 },
  ],
  [
    'one that nobody listens to',
    {
      found: {
        path: 'c',
        config: { excludes: (): boolean => true, counts: {}, problems: [], suppressions: [], namedRules: [] },
      },
    },
    { trustRepositoryConfig: false },
    { new: 1, fixed: 1 },
  ],
  ['a path that the request excludes', {}, { paths: { exclude: ['src/**'] } }, { new: 1, fixed: 0 }],
] as const)('compared with a baseline: %s', async ([, change, task, expected]) => {
  const before = {
    known: [{ fingerprint: 'a' }, { fingerprint: 'gone', file: 'src/orders/find.ts', engine: 'code' }],
    wasRead: true,
  };
  const done = await completeScan(
    gathered({ open: [finding('a'), finding('b')], before, ...change }, task as never),
  );
  expect({ new: done.summary.new, fixed: done.summary.fixed }).toEqual(expected);
});

test('coverage names engines with a hash of their versions, and what is not there is absent', () => {
  const wishes = { trusted: true, config: undefined, suppressions: 0, problems: [] };
  const log = new CoverageLog();
  const least = reportCoverage(log, [engine('code')], wishes);
  expect(least).toMatchObject({
    complete: true,
    files: 0,
    bytes: 0,
    skipped: [],
    failed: 0,
    engineErrors: 0,
    engines: [{ id: 'code', version: 'code-1' }],
  });
  expect(least.rulesVersion).toMatch(/^[0-9a-f]{16}$/);
  for (const key of ['history', 'advisoriesDate', 'repositoryConfig']) expect(least).not.toHaveProperty(key);
  expect(reportCoverage(log, [engine('secrets')], wishes).rulesVersion).not.toBe(least.rulesVersion);
  log.history = { files: 1, bytes: 2 };
  const dated = reportCoverage(
    log,
    [engine('code'), engine('dependencies', { dataDate: '2026-01-01' })],
    wishes,
  );
  expect(dated).toMatchObject({ history: { files: 1, bytes: 2 }, advisoriesDate: '2026-01-01' });
});

test.for([
  [
    { config: { counts: { excludes: 1, rules: 2, suppressions: 3 } } },
    { trusted: true, suppressions: 0, excludes: 1, rules: 2 },
  ],
  [{ suppressions: 1 }, { trusted: true, suppressions: 1, excludes: 0, rules: 0 }],
  [
    { problems: [{ file: 'a', line: 1, kind: 'unused', message: '' }], trusted: false },
    {
      trusted: false,
      suppressions: 0,
      excludes: 0,
      rules: 0,
      problems: [{ file: 'a', line: 1, kind: 'unused', message: '' }],
    },
  ],
] as const)('what the repository asked for is told: %j', ([change, expected]) => {
  const wishes = { trusted: true, config: undefined, suppressions: 0, problems: [], ...change };
  expect(reportCoverage(new CoverageLog(), [], wishes as never).repositoryConfig).toEqual(expected);
});

const failed = (path: string, reason = 'not_parsed') => [{ path, reason, message: '' }] as never;
// biome-ignore format: one line for each row
test.for([
  ['a whole scan', {}, {}, ['a.ts:1 unused', 'b.ts:2 unused', 'c.yaml:3 unused']],
  ['one that nobody trusts', { trustRepositoryConfig: false }, {}, []],
  ['one by some engines', { engines: ['code'] }, {}, []],
  ['one of some paths', { paths: { include: ['src'] } }, {}, []],
  ['one without some paths', { paths: { exclude: ['src'] } }, {}, ['a.ts:1 unused', 'b.ts:2 unused', 'c.yaml:3 unused']],
  ['what is staged', {}, { isWhole: false }, []],
  ['one that failed in nobody knows what', {}, { skipped: failed('…') }, []],
  ['one that failed in a file', {}, { skipped: failed('a.ts') }, ['b.ts:2 unused']],
  ['one that left out what nobody reads', {}, { skipped: failed('a.ts', 'no_engine') }, ['a.ts:1 unused', 'b.ts:2 unused', 'c.yaml:3 unused']],
  ['one without advisories', {}, { skipped: failed('package.json', 'advisories_missing') }, ['a.ts:1 unused', 'b.ts:2 unused']],
  ['one in which a line is used', {}, { used: new Set(['b.ts:2', 'c.yaml:3']) }, ['a.ts:1 unused']],
] as const)('what suppresses nothing is told after %s', async ([, task, change, expected]) => {
  const comment = (line: number) => ({ line, rules: undefined, until: undefined, reason: 'why', isAlone: true });
  const config = { problems: [], suppressions: [{ line: 3, expiresAt: undefined }], namedRules: [] };
  const scan = { task: { trustRepositoryConfig: true, now: 0, ...task }, settings: {}, isWhole: true, skipped: [], used: new Set<string>(), ...change };
  const comments = new Map([['a.ts', [comment(1)]], ['b.ts', [comment(2)]]]);
  const found = await checkConfig({ path: 'c.yaml', config } as never, comments, scan as never);
  expect(found.map(({ file, line, kind }) => `${file}:${line} ${kind}`)).toEqual(expected);
});

test('comments are checked without a configuration, and nothing where there is neither', async () => {
  const scan = {
    task: { trustRepositoryConfig: true, now: 0 },
    settings: {},
    isWhole: true,
    skipped: [],
    used: new Set<string>(),
  };
  const comments = new Map([
    ['a.ts', [{ line: 1, rules: undefined, until: undefined, reason: '', isAlone: true }]],
  ]);
  expect(await checkConfig(undefined, comments, scan as never)).toMatchObject([
    { file: 'a.ts', kind: 'no_reason' },
  ]);
  expect(await checkConfig(undefined, new Map(), scan as never)).toEqual([]);
});
