import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  commitAll,
  git,
  gitRepository,
  temporaryFolder,
  writeFiles,
} from '../../../test/support/git-folder.ts';
import { scanLimitDefaults } from '../../config/scan-defaults.ts';
import { expandTemplate } from '../engines/secrets/rules/example-template.ts';
import type { Finding } from '../model/finding.ts';
import type { CompletedScan, ScanProgress } from '../model/outcome.ts';
import { analyseRepository } from './analyse-repository.ts';
import type { ChildTask } from './child-protocol.ts';

type Change = Partial<Omit<ChildTask, 'limits'>> & { limits?: Partial<ChildTask['limits']> };

/** A scan in this process, without threads; by default for secrets and hidden characters. */
async function scan(folder: string, change: Change = {}, told: ScanProgress[] = []): Promise<CompletedScan> {
  return analyseRepository(
    {
      source: { kind: 'folder', path: folder },
      repository: 'r',
      identityKeyBase64: Buffer.alloc(32, 3).toString('base64'),
      gitDir: temporaryFolder(),
      engines: ['secrets', 'supply-chain'],
      history: false,
      trustRepositoryConfig: true,
      triage: [],
      now: Date.UTC(2026, 0, 1),
      ...change,
      limits: { ...scanLimitDefaults, threads: 1, ...change.limits },
    },
    {
      onProgress: (progress) => told.push(progress),
      onCrash: (crash) => {
        throw new Error(JSON.stringify(crash));
      },
    },
  );
}

const token = (seed: string) => expandTemplate('ghp_{crc}', seed);
const bait = 'f() // \u202e\n';
const places = (findings: readonly Finding[]) =>
  findings.map(({ file, line, ruleId }) => `${file}:${line} ${ruleId}`);
const skips = ({ coverage }: CompletedScan) =>
  coverage.skipped.map(({ path, reason }) => `${path} ${reason}`);

test('findings come by severity, file and line, each with its lines; what was read is counted', async () => {
  const folder = temporaryFolder({
    'b.js': `x()\n${bait}${bait.replace('f', 'g')}`,
    'a.conf': `one\nkey = "${token('a')}"\nthree\n`,
    'c.md': 'nothing\n',
    'empty.js': '',
  });
  const told: ScanProgress[] = [];
  const result = await scan(folder, {}, told);
  expect(places(result.findings)).toEqual([
    'a.conf:2 github-token',
    'b.js:2 supply-chain.bidi-control',
    'b.js:3 supply-chain.bidi-control',
  ]);
  expect(result.findings[0]!.snippet).toEqual({ startLine: 1, text: 'one\nkey = "••••••"\nthree' });
  expect(result.summary).toEqual({ critical: 1, high: 2, medium: 0, low: 0, info: 0, suppressed: 0 });
  expect(result.coverage).toMatchObject({
    complete: true,
    files: 3,
    failed: 0,
    engineErrors: 0,
    skipped: [],
  });
  expect(result.rules.map(({ id }) => id)).toEqual(['github-token', 'supply-chain.bidi-control']);
  expect(result).not.toHaveProperty('commit');
  expect(told[0]).toEqual({ phase: 'listing', percent: 0, filesDone: 0, filesTotal: 0 });
  expect(told.at(-1)).toMatchObject({ phase: 'concluding', percent: 95, filesDone: 3, filesTotal: 3 });
});

test('the request and the repository leave files out, and both are told', async () => {
  const folder = temporaryFolder({
    'src/a.js': bait,
    'src/b.js': bait,
    'other/c.js': bait,
    'own/d.js': bait,
    '.lorekeep.yaml': 'exclude: [own/**]\n',
  });
  const result = await scan(folder, { paths: { include: ['src/**', 'own/**'], exclude: ['src/b.js'] } });
  expect(places(result.findings)).toEqual(['src/a.js:1 supply-chain.bidi-control']);
  expect(skips(result)).toEqual([
    '.lorekeep.yaml excluded',
    'other/c.js excluded',
    'src/b.js excluded',
    'own/d.js excluded_by_repository',
  ]);
  expect(result.coverage.repositoryConfig).toEqual({ trusted: true, suppressions: 0, excludes: 1, rules: 0 });
  const untrusted = await scan(folder, { trustRepositoryConfig: false });
  expect(untrusted.findings).toHaveLength(4);
  expect(untrusted.coverage.repositoryConfig).toMatchObject({ trusted: false });
});

test('decisions of the API, entries and comments suppress; severities of the repository count', async () => {
  const folder = temporaryFolder({
    'a.js': bait,
    'b.js': `// lorekeep-ignore: needed here\n${bait}`,
    'c.js': bait,
    'd.js': bait,
    '.lorekeep.yaml':
      'suppressions:\n  - { path: c.js, reason: known }\n  - { path: gone.js, reason: old }\nrules:\n  supply-chain.bidi-control: low\n',
  });
  const plain = await scan(folder);
  expect(plain.findings.map(({ file, severity }) => `${file} ${severity}`)).toEqual(['a.js low', 'd.js low']);
  expect(
    plain.suppressedFindings.map(
      ({ file, status, suppression }) => `${file} ${status} ${suppression?.source}`,
    ),
  ).toEqual(['b.js suppressed inline', 'c.js suppressed file']);
  expect(plain.summary).toMatchObject({ low: 2, suppressed: 2 });
  expect(plain.coverage.repositoryConfig).toMatchObject({ suppressions: 2, rules: 1 });
  const decided = { findingId: plain.findings[0]!.id, status: 'accepted_risk', reason: 'x' } as const;
  const triaged = await scan(folder, { triage: [decided] });
  expect(places(triaged.findings)).toEqual(['d.js:1 supply-chain.bidi-control']);
  expect(triaged.suppressedFindings[0]).toMatchObject({ file: 'a.js', status: 'accepted_risk' });
  const expired = await scan(folder, { triage: [{ ...decided, expiresAt: '2025-12-31T00:00:00Z' }] });
  expect(expired.findings).toHaveLength(2);
  const untrusted = await scan(folder, { trustRepositoryConfig: false });
  expect(untrusted.findings.map(({ severity }) => severity)).toEqual(['high', 'high', 'high', 'high']);
});

test('more findings than the limit are cut, counted and fail a policy', async () => {
  const folder = temporaryFolder({ 'a.js': bait, 'b.js': bait, 'c.js': bait });
  const result = await scan(folder, { limits: { findings: 2 }, policy: { failOn: 'high' } });
  expect([result.findings.length, result.summary.high, result.truncated]).toEqual([2, 3, true]);
  expect(result.policy).toMatchObject({ passed: false });
  expect((await scan(folder, { limits: { findings: 3 } })).truncated).toBe(false);
  expect((await scan(folder, { policy: { failOn: 'critical' } })).policy).toMatchObject({
    passed: true,
    violations: [],
  });
});

test('a secret in the configuration of the repository is not told by what is wrong with it', async () => {
  const secret = token('c');
  const folder = temporaryFolder({
    '.lorekeep.yaml': `rules:\n  ${secret}: low\n  other-rule: low\n`,
    'a.js': bait,
  });
  const { coverage, findings } = await scan(folder);
  expect(findings.map(({ file }) => file)).toContain('.lorekeep.yaml');
  const messages = coverage.repositoryConfig?.problems?.map(({ message }) => message) ?? [];
  expect(messages).toHaveLength(2);
  expect(messages.join()).not.toContain(secret);
  expect(messages.join()).toContain('"other-rule"');
});

test('a secret in the reason of a suppression is not told with it', async () => {
  const secret = token('d');
  const folder = temporaryFolder({
    '.lorekeep.yaml': `suppressions:\n  - rule: supply-chain.*\n    reason: asked with ${secret} in May\n`,
    'a.js': bait,
    'b.js': `f() // \u202e lorekeep-ignore: asked with ${secret} in June\n`,
  });
  const { suppressedFindings } = await scan(folder);
  const reasons = suppressedFindings.map(({ file, suppression }) => `${file} ${suppression?.reason}`);
  expect(reasons).toContain('a.js asked with •••••• in May');
  expect(reasons).toContain('b.js asked with •••••• in June');
  expect(JSON.stringify(suppressedFindings)).not.toContain(secret);
});

test('what stands in a file that was moved is not new, and what was copied is', async () => {
  const folder = gitRepository({ 'a.js': bait, 'b.js': bait });
  git(folder, 'branch', 'old');
  const known = (await scan(folder)).findings.map(({ fingerprint, file, engine }) => ({
    fingerprint,
    file,
    engine,
  }));
  git(folder, 'mv', 'a.js', 'c.js');
  writeFiles(folder, { 'd.js': bait });
  commitAll(folder);
  for (const baseline of [{ ref: 'old' }, { known }]) {
    const { findings, summary, policy } = await scan(folder, {
      source: { kind: 'git', path: folder },
      baseline,
      policy: { failOn: 'info', onlyNew: true },
    });
    expect(findings.map(({ file, baselineState }) => `${file} ${baselineState}`)).toEqual([
      'b.js unchanged',
      'c.js unchanged',
      'd.js new',
    ]);
    expect(summary).toMatchObject({ new: 1, fixed: 0 });
    expect(policy?.violations).toMatchObject([{ count: 1 }]);
  }
});

test('a baseline tells what is new and what was fixed', async () => {
  const folder = gitRepository({ 'a.js': bait, 'b.js': bait });
  git(folder, 'branch', 'old');
  writeFiles(folder, { 'a.js': 'f()\n', 'c.js': bait });
  const commit = commitAll(folder);
  const result = await scan(folder, { source: { kind: 'git', path: folder }, baseline: { ref: 'old' } });
  expect(result.commit).toBe(commit);
  expect(result.findings.map(({ file, baselineState }) => `${file} ${baselineState}`)).toEqual([
    'b.js unchanged',
    'c.js new',
  ]);
  expect(result.summary).toMatchObject({ new: 1, fixed: 1 });
  const known = result.findings.map(({ fingerprint, file, engine }) => ({ fingerprint, file, engine }));
  expect((await scan(folder, { baseline: { known } })).summary).toMatchObject({ new: 0, fixed: 0 });
  expect((await scan(folder, { baseline: { known: known.slice(1) } })).summary).toMatchObject({
    new: 1,
    fixed: 0,
  });
  await expect(scan(temporaryFolder({ a: 'x' }), { baseline: { ref: 'old' } })).rejects.toMatchObject({
    errorCode: 'ref_not_found',
  });
});

test('the history is searched for secrets, each told with the commit that brought it in', async () => {
  const line = (seed: string) => `key = "${token(seed)}"\n`;
  const folder = gitRepository({ 'a.conf': line('gone'), 'b.conf': line('stays'), 'c.conf': 'x\n' });
  const first = git(folder, 'rev-parse', 'HEAD');
  writeFiles(folder, { 'a.conf': 'clean\n', 'b.conf': `# more\n${line('stays')}`, 'c.conf': line('late') });
  const second = commitAll(folder);
  const result = await scan(folder, { source: { kind: 'git', path: folder }, history: true });
  expect(result.findings.map(({ file, line: at, commit, inTree }) => [file, at, commit, inTree])).toEqual([
    ['a.conf', 1, first, false],
    ['b.conf', 2, first, true],
    ['c.conf', 1, second, true],
  ]);
  expect(result.findings[0]).toMatchObject({
    authorDate: '2026-01-02T03:04:05.000Z',
    snippet: { text: 'key = "••••••"' },
  });
  expect(result.coverage.history).toMatchObject({ files: 3 });
  expect(
    (await scan(folder, { source: { kind: 'git', path: folder } })).findings.map(({ file }) => file),
  ).toEqual(['b.conf', 'c.conf']);
  expect((await scan(folder, { history: true, engines: ['supply-chain'] })).findings).toEqual([]);
  await expect(scan(temporaryFolder({ 'a.conf': 'x' }), { history: true })).rejects.toThrow('has no history');
});

test('a shallow clone tells that its history is not whole', async () => {
  const origin = gitRepository({ 'a.conf': `key = "${token('gone')}"\n` });
  writeFiles(origin, { 'a.conf': 'clean\n' });
  commitAll(origin);
  const folder = temporaryFolder();
  git(folder, 'clone', '-q', '--depth=1', `file://${origin}`, 'copy');
  const result = await scan(join(folder, 'copy'), { history: true });
  expect(result.findings).toEqual([]);
  expect(skips(result)).toEqual(['… shallow_history']);
});

test('what is larger than the limits, binary or of no engine is told', async () => {
  const folder = temporaryFolder({
    'large.js': `${bait}${'x'.repeat(100)}`,
    'larger.conf': `key = "${token('a')}"\n${'x'.repeat(300)}`,
    'photo.png': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(300)]),
    'data.bin': Buffer.alloc(20, 1),
  });
  const result = await scan(folder, { limits: { fileBytes: 100, secretFileBytes: 200 } });
  expect(result.findings).toEqual([]);
  expect(result.coverage.complete).toBe(false);
  expect(result.coverage.skipped.map(({ path, reason, engine }) => `${path} ${reason} ${engine}`)).toEqual([
    'photo.png media_too_large secrets',
    'larger.conf no_engine undefined',
    'photo.png no_engine undefined',
    'large.js too_large supply-chain',
    'larger.conf too_large secrets',
    'larger.conf too_large supply-chain',
  ]);
});

test('a link that makes a program of a text is read under its name', async () => {
  const folder = temporaryFolder({ 'notes.png': bait, 'safe.js': 'f()\n' });
  symlinkSync('notes.png', join(folder, 'run.js'));
  symlinkSync('run.js', join(folder, 'again.js'));
  symlinkSync('/etc/hostname', join(folder, 'outside.js'));
  symlinkSync('loop.js', join(folder, 'loop.js'));
  symlinkSync('safe.js', join(folder, 'other.js'));
  const result = await scan(folder, { engines: ['supply-chain'] });
  expect(places(result.findings)).toEqual([
    'again.js:1 supply-chain.bidi-control',
    'run.js:1 supply-chain.bidi-control',
  ]);
});

test('where secrets are not looked for, they are masked in what is shown all the same', async () => {
  const folder = temporaryFolder({ 'a.js': `key = "${token('a')}"; // \u202e\n` });
  const { findings } = await scan(folder, { engines: ['supply-chain'] });
  expect(findings).toHaveLength(1);
  expect(JSON.stringify(findings)).not.toContain(token('a').slice(4, 20));
});

test('formats of the repository’s own credentials count where it is trusted', async () => {
  const folder = temporaryFolder({
    '.lorekeep.yaml':
      'secretRules:\n  - { id: own-key, provider: Own, title: Own key, severity: high, pattern: "ownkey-[0-9a-f]{16}", opens: All., revoke: Make another., examples: ["ownkey-{hex:16}", "x ownkey-{hex:16}"], nearMisses: [ownkey-1, own] }\n',
    'a.conf': `x = ${expandTemplate('ownkey-{hex:16}', 'own')}\n`,
  });
  expect(places((await scan(folder)).findings)).toContain('a.conf:1 own-key');
  expect(places((await scan(folder, { trustRepositoryConfig: false })).findings)).not.toContain(
    'a.conf:1 own-key',
  );
});

test('code is gathered for memory without secrets, vendored code and, unless asked for, tests', async () => {
  const folder = temporaryFolder({
    'src/a.js': `function login() {\n  return '${token('a')}';\n}\n`,
    'test/a.test.js': 'function checks() {\n  return 1;\n}\n',
    'node_modules/x/index.js': 'function other() {\n  return 1;\n}\n',
    'vendor/x.js': 'function vendored() {\n  return 1;\n}\n',
    'README.md': '# Title\n\nWords about it.\n',
    'broken.bin': Buffer.from([0, 1, 2]),
  });
  const { code } = await scan(folder, { gatherCode: { tests: false } });
  expect(code!.symbols.map(({ path, name }) => `${path} ${name}`)).toEqual([
    'README.md ',
    'src/a.js login',
    'src/a.js ',
  ]);
  expect(JSON.stringify(code)).not.toContain(token('a').slice(4, 20));
  expect([code!.unread, code!.truncated]).toEqual([[], false]);
  const all = await scan(folder, { gatherCode: { tests: true } });
  expect(all.code!.symbols.filter(({ isTest }) => isTest).map(({ name }) => name)).toEqual(['checks', '']);
});

test('a time limit that is used up tells so, and keeps what was found', async () => {
  const folder = gitRepository({ 'a.js': bait });
  const result = await scan(folder, { limits: { scanWallMs: 0 }, history: true });
  expect(result.coverage.complete).toBe(false);
  expect(new Set(skips(result).map((each) => each.split(' ')[1]))).toEqual(new Set(['time_limit']));
});

describe('the fifth way from one source', () => {
  const way = (n: number) => `export function f${n}() {\n  execSync(command + ' ${n}');\n}\n`;
  const program = (...ways: string[]) =>
    `import { execSync } from 'node:child_process';\nconst folder = process.argv[2];\nconst command = 'ls ' + folder;\n${ways.join('')}`;
  const numbers = [1, 2, 3, 4, 5];
  const code = { engines: ['code' as const], policy: { failOn: 'medium' as const } };

  test('is low next to four others that count', async () => {
    const { summary } = await scan(temporaryFolder({ 'a.js': program(...numbers.map(way)) }), code);
    expect(summary).toMatchObject({ medium: 4, low: 1 });
  });

  test('is medium where the others are known, so that it does not pass as new', async () => {
    const before = await scan(temporaryFolder({ 'a.js': program(...numbers.slice(0, 4).map(way)) }), code);
    expect(before.findings).toHaveLength(4);
    const result = await scan(temporaryFolder({ 'a.js': program(...numbers.map(way)) }), {
      ...code,
      policy: { failOn: 'medium', onlyNew: true },
      baseline: { known: before.findings },
    });
    expect(result.summary).toMatchObject({ new: 1, medium: 5, low: 0 });
    expect(result.policy).toMatchObject({ passed: false });
  });

  test.for([
    [
      'the repository',
      (known: readonly Finding[]) => ({
        config: known.map(
          ({ fingerprint }) => `  - fingerprint: ${JSON.stringify(fingerprint)}\n    reason: known\n`,
        ),
        change: {},
      }),
    ],
    [
      'a decision',
      (known: readonly Finding[]) => ({
        config: [],
        change: {
          triage: known.map(({ id }) => ({
            findingId: id,
            status: 'accepted_risk' as const,
            reason: 'known',
          })),
        },
      }),
    ],
  ] as const)('is medium where %s suppresses the others', async ([, suppress]) => {
    const files = { 'a.js': program(...numbers.map(way)) };
    const { findings } = await scan(temporaryFolder(files), code);
    for (const open of findings) {
      const { config, change } = suppress(findings.filter((each) => each !== open));
      const suppressions = config.length > 0 ? `suppressions:\n${config.join('')}` : '';
      const result = await scan(temporaryFolder({ ...files, '.lorekeep.yaml': suppressions }), {
        ...code,
        ...change,
      });
      expect(result.findings.map(({ line, severity }) => [line, severity])).toEqual([[open.line, 'medium']]);
      expect(result.policy).toMatchObject({ passed: false });
    }
  });

  test('keeps what the configuration of the repository says of its severity', async () => {
    const files = { 'a.js': program(...numbers.map(way)) };
    const [first] = (await scan(temporaryFolder(files), code)).findings;
    const rated = { ...files, '.lorekeep.yaml': `rules:\n  ${first!.ruleId}: medium\n` };
    expect((await scan(temporaryFolder(rated), code)).summary).toMatchObject({ medium: 5, low: 0 });
  });
});
