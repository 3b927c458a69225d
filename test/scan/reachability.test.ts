import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scanLimitDefaults } from '../../src/config/scan-defaults.ts';
import { prepareAdvisoryIndex } from '../../src/scan/engines/dependencies/advisories/prepare-index.ts';
import type { EngineId } from '../../src/scan/model/finding.ts';
import type { ScanTask } from '../../src/scan/model/task.ts';
import { runScan } from '../../src/scan/pipeline/run-scan.ts';

const record = {
  id: 'GHSA-a',
  modified: '2026-01-01T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name: 'a' }, versions: ['1.0.0'] }],
};
const project = {
  'package.json': JSON.stringify({ dependencies: { a: '1.0.0' } }),
  'src/index.js': "export * from 'a';\n",
};

/** Whether a whole scan says that the package of the project is reached. */
async function reachable(
  files: Record<string, string>,
  engines?: EngineId[],
  limits: Partial<typeof scanLimitDefaults> = {},
  more: Partial<ScanTask> = {},
): Promise<boolean | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-reach-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries({ ...files, '../osv/a.json': JSON.stringify(record) })) {
    const target = join(folder, 'project', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  const advisoryIndexFile = join(folder, 'index.db');
  prepareAdvisoryIndex(advisoryIndexFile, join(folder, 'osv'), { now: () => 0 });
  const outcome = await runScan(
    {
      source: { kind: 'folder', path: join(folder, 'project') },
      history: false,
      trustRepositoryConfig: false,
      triage: [],
      identityKey: Buffer.alloc(32, 3),
      now: 0,
      limits: { ...scanLimitDefaults, ...limits },
      ...(engines && { engines }),
      ...more,
    },
    {
      onProgress: () => {},
      signal: new AbortController().signal,
      network: { allowHosts: [] },
      scratchFolder: join(folder, 'scratch'),
      advisoryIndexFile,
    },
  );
  if (outcome.status === 'failed') throw new Error(outcome.error);
  const finding = outcome.findings.find(({ ruleId }) => ruleId === 'dependency-vulnerable');
  return finding!.package!.reachable;
}

test('a re-export reaches a package, by the code engine’s tables and without that engine alike', async () => {
  const unused = { ...project, 'src/index.js': "import 'b';\n" };
  for (const engines of [undefined, ['dependencies'], ['dependencies', 'code']] as Array<
    EngineId[] | undefined
  >) {
    expect(await reachable(project, engines)).toBe(true);
    expect(await reachable(unused, engines)).toBe(false);
  }
});

test('a file that is too large to be read leaves open what it imports', async () => {
  const files = {
    ...project,
    'src/index.js': "import 'b';\n",
    'src/large.js': `f(${'1,'.repeat(2_000)}0)\n`,
  };
  expect(await reachable(files)).toBe(false);
  expect(await reachable(files, undefined, { fileBytes: 1_000 })).toBeUndefined();
  expect(await reachable(files, ['dependencies'], { fileBytes: 1_000 })).toBeUndefined();
});

test('a file that is left out, and a part of a repository, leave open what the rest imports', async () => {
  const files = { ...project, 'src/index.js': "import 'b';\n", 'old/index.js': "import 'a';\n" };
  expect(await reachable(files)).toBe(true);
  const without = { paths: { exclude: ['old/**'] } };
  expect(await reachable(files, undefined, {}, without)).toBeUndefined();
  const staged = mkdtempSync(join(tmpdir(), 'lorekeep-staged-'));
  onTestFinished(() => rmSync(staged, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: staged });
  git('init', '-q');
  writeFileSync(join(staged, 'used.js'), "import 'a';\n");
  git('add', '-A');
  git('commit', '-q', '-m', 'x');
  writeFileSync(join(staged, 'package.json'), project['package.json']);
  writeFileSync(join(staged, 'other.js'), "import 'b';\n");
  git('add', '-A');
  const source = { kind: 'git', path: staged, staged: true } as const;
  expect(await reachable({}, undefined, {}, { source })).toBeUndefined();
});
