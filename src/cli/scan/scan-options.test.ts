import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Invocation, OptionValue } from '../command.ts';
import { cacheOption, recentFolder } from './scan-folders.ts';
import {
  enginesOption,
  formatOption,
  isUrl,
  pathsOption,
  policyOption,
  reportsOption,
  sourceOption,
  viewOption,
} from './scan-options.ts';
import { showProgress } from './scan-progress.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-options-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'repo'));
writeFileSync(join(root, 'file'), '');
const repo = join(root, 'repo');

function invocation(
  options: Record<string, OptionValue>,
  positionals: string[] = [repo],
  environment: Record<string, string> = {},
  columns?: number,
) {
  const said: string[] = [];
  const given = {
    options,
    positionals,
    environment,
    terminal: { say: (line: string) => said.push(line), columns },
  };
  return Object.assign(given as unknown as Invocation, { said });
}

describe('what is scanned', () => {
  test.each<[string, Invocation, object]>([
    ['a folder', invocation({}), { kind: 'folder', path: repo }],
    ['the working folder', invocation({}, []), { kind: 'folder', path: '.' }],
    ['a branch', invocation({ ref: 'main' }), { kind: 'git', path: repo, ref: 'main' }],
    ['what is staged', invocation({ staged: true }), { kind: 'git', path: repo, staged: true }],
    [
      'what is staged, of an index elsewhere that belongs to another folder',
      invocation({ staged: true }, [repo], { GIT_INDEX_FILE: 'x' }),
      { kind: 'git', path: repo, staged: true },
    ],
    [
      'what is staged, of the index that a hook names',
      invocation({ staged: true }, ['.'], { GIT_INDEX_FILE: 'x' }),
      { kind: 'git', path: '.', staged: true, indexFile: resolve('x') },
    ],
    [
      'what is staged, of no index',
      invocation({ staged: true }, ['.'], { GIT_INDEX_FILE: '' }),
      { kind: 'git', path: '.', staged: true },
    ],
  ])('%s', (_, given, source) => {
    expect(sourceOption(given, [])).toEqual(source);
  });

  test('a URL, and a branch of it', () => {
    const url = 'https://example.com/a/b.git';
    expect(sourceOption(invocation({}, [url]), 'any')).toEqual({
      kind: 'remote',
      url: expect.objectContaining({ base: expect.stringContaining('example.com') }),
    });
    expect(sourceOption(invocation({ ref: 'v1' }, [url]), 'any')).toMatchObject({
      kind: 'remote',
      ref: 'v1',
    });
  });

  test.each<[string, Invocation, string]>([
    ['two folders', invocation({}, [repo, repo]), 'name one folder or URL.'],
    ['a ref that is none', invocation({ ref: '-x' }), '--ref is not a branch, tag or full commit.'],
    ['staged and ref', invocation({ ref: 'main', staged: true }), 'give --staged or --ref, not both.'],
    [
      'staged of a URL',
      invocation({ staged: true }, ['https://example.com/a']),
      '--staged is for a local repository.',
    ],
    ['a file', invocation({}, [join(root, 'file')]), 'is a file; name its folder'],
    ['nothing', invocation({}, [join(root, 'none')]), 'there is no folder'],
    ['a URL of another kind', invocation({}, ['ftp://example.com/a']), 'http'],
    [
      'a host that is not allowed',
      invocation({}, ['https://127.0.0.1/a']),
      'the operator can allow it with scan.allowHosts (LOREKEEP_SCAN_ALLOW_HOSTS).',
    ],
  ])('%s is refused', (_, given, message) => {
    expect(() => sourceOption(given, [])).toThrow(message);
  });

  test.each([
    ['https://a', true],
    ['git+ssh://a', true],
    ['C:\\a', false],
    ['a://', true],
    ['1a://b', false],
    ['./https://a', false],
  ])('%s is a URL: %s', (target, is) => {
    expect(isUrl(target)).toBe(is);
  });
});

test.each<[OptionValue, string[] | undefined]>([
  [undefined, undefined],
  [
    ['secrets,code', ' code'],
    ['secrets', 'code', 'code'],
  ],
])('the engines of %o', (engines, expected) => {
  expect(enginesOption(invocation({ engines }))).toEqual(expected);
});

test('engines that are none, or no engines, are refused', () => {
  expect(() => enginesOption(invocation({ engines: ['secrets,x'] }))).toThrow(
    'there is no engine "x"; there are secrets',
  );
  expect(() => enginesOption(invocation({ engines: [''] }))).toThrow('--engines names none');
});

test.each<[string, Record<string, OptionValue>, string[], object]>([
  ['nothing', {}, [repo], {}],
  ['paths', { include: ['a,b'], exclude: ['c'] }, [repo], { include: ['a', 'b'], exclude: ['c'] }],
  [
    'files that the command itself writes',
    {
      exclude: ['c'],
      output: join(repo, 'out.txt'),
      baseline: join(repo, 'b/base'),
      'write-baseline': join(root, 'elsewhere'),
    },
    [repo],
    { exclude: ['c', '/out.txt', '/b/base'] },
  ],
  ['reports that it writes', { report: [`json=${join(repo, 'r.json')}`] }, [repo], { exclude: ['/r.json'] }],
  ['files with characters that a pattern cannot mean', { output: join(repo, 'o*.txt') }, [repo], {}],
  ['the folder itself', { output: repo }, [repo], {}],
  ['a URL', { output: join(repo, 'out.txt') }, ['https://example.com/a'], {}],
])('what is read and what is not: %s', (_, options, positionals, paths) => {
  expect(pathsOption(invocation(options, positionals))).toEqual(paths);
});

test('the format is text, JSON or what is named', () => {
  expect(formatOption(invocation({}))).toBe('text');
  expect(formatOption(invocation({ json: true }))).toBe('json');
  expect(formatOption(invocation({ json: true, format: 'sarif' }))).toBe('sarif');
  expect(() => formatOption(invocation({ format: 'pdf' }))).toThrow('--format is one of text, compact, json');
  expect(reportsOption(invocation({}))).toEqual([]);
  expect(reportsOption(invocation({ report: ['sarif=a=b', 'json=c'] }))).toEqual([
    { format: 'sarif', file: 'a=b' },
    { format: 'json', file: 'c' },
  ]);
  for (const report of ['sarif', 'sarif=', 'pdf=a', '=a'])
    expect(() => reportsOption(invocation({ report: [report] }))).toThrow('--report is FORMAT=FILE');
});

describe('what is shown', () => {
  test.each<[Record<string, OptionValue>, object]>([
    [{}, { minSeverity: 'medium', all: false, worstFirst: false, withSuppressions: false }],
    [{ 'fail-on': 'medium' }, { minSeverity: 'medium' }],
    [{ 'fail-on': 'high' }, { minSeverity: 'medium' }],
    [{ 'fail-on': 'low' }, { minSeverity: 'low' }],
    [{ 'fail-on': 'info' }, { minSeverity: 'info' }],
    [{ 'fail-on': 'low', 'min-severity': 'high' }, { minSeverity: 'high' }],
    [{ all: true }, { all: true }],
    [{ sort: 'worst-first' }, { worstFirst: true }],
    [{ sort: 'worst-last' }, { worstFirst: false }],
    [{ 'show-suppression': true }, { withSuppressions: true }],
  ])('with %o', (options, view) => {
    expect(viewOption(invocation(options))).toMatchObject(view);
  });

  test.each([
    [undefined, Number.POSITIVE_INFINITY],
    [39, 40],
    [40, 40],
    [41, 41],
  ])('on a terminal of %s columns %d are used', (columns, width) => {
    expect(viewOption(invocation({}, [repo], {}, columns)).width).toBe(width);
  });

  test('what contradicts itself is refused', () => {
    expect(() => viewOption(invocation({ sort: 'best' }))).toThrow('--sort is worst-last or worst-first.');
    expect(() => viewOption(invocation({ all: true, 'min-severity': 'low' }))).toThrow(
      'give --all or --min-severity',
    );
    expect(() => viewOption(invocation({ 'min-severity': 'bad' }))).toThrow(
      '--min-severity is one of critical',
    );
  });
});

test.each<[Record<string, OptionValue>, boolean, object | undefined]>([
  [{}, true, undefined],
  [{ 'allow-incomplete': true }, true, undefined],
  [{ 'fail-on': 'low' }, false, { failOn: 'low' }],
  [
    { 'fail-on': 'low', 'allow-incomplete': true },
    true,
    { failOn: 'low', onlyNew: true, allowIncomplete: true },
  ],
  [{ 'require-complete': true }, false, { requireComplete: true }],
])('the policy of %o, only for what is new %s', (options, onlyNew, policy) => {
  expect(policyOption(invocation(options), onlyNew)).toEqual(policy);
});

test('a policy that contradicts itself is refused', () => {
  const both = { 'require-complete': true, 'allow-incomplete': true };
  expect(() => policyOption(invocation(both), false)).toThrow(
    'give --require-complete or --allow-incomplete',
  );
});

describe('folders of results', () => {
  test.each<[string, string | undefined, string, boolean, boolean]>([
    ['none', undefined, repo, false, true],
    ['one elsewhere', join(root, 'cache'), repo, false, true],
    ['one inside of what is scanned', join(repo, 'cache'), repo, false, false],
    ['what is scanned itself', repo, repo, false, false],
    ["one inside, with a key of one's own", join(repo, 'cache'), repo, true, true],
    [
      'one next to what is scanned, with a name that begins with two points',
      join(root, '..x'),
      repo,
      false,
      true,
    ],
    ['one inside, with a name that begins with two points', join(repo, '..x'), repo, false, false],
    ['one of a URL', join(repo, 'cache'), 'https://example.com/a', false, true],
  ])('%s', (_, cache, target, hasKey, isUsed) => {
    const given = invocation({ cache }, [target]);
    expect(cacheOption(given, hasKey)).toBe(isUsed ? cache : undefined);
    expect(given.said).toHaveLength(isUsed ? 0 : 1);
  });

  test('a hook remembers in the cache folder of the user, never inside of what is scanned', () => {
    const environment = { XDG_CACHE_HOME: join(root, 'xdg') };
    const folder = (options: Record<string, OptionValue>, target = repo) =>
      recentFolder(invocation(options, [target], environment));
    expect(folder({ staged: true })).toBe(join(root, 'xdg', 'lorekeep', 'staged'));
    for (const options of [{}, { staged: true, 'no-cache': true }, { staged: true, cache: 'x' }])
      expect(folder(options)).toBeUndefined();
    expect(folder({ staged: true }, root)).toBeUndefined();
  });
});

test.each([
  ['fetching', 0, 0, 'fetching the repository'],
  ['analysing', 3, 7, '3 of 7 files'],
  ['analysing', 0, 0, 'files'],
  ['history', 1, 1, '1 of 1 earlier versions'],
  ['concluding', 7, 7, 'putting it together'],
] as const)('the bar of a scan that is %s', (phase, filesDone, filesTotal, note) => {
  const shown: unknown[] = [];
  const bar = { update: (...args: unknown[]) => void shown.push(args), end: () => {} };
  showProgress(bar, { phase, percent: 40, filesDone, filesTotal } as never);
  expect(shown).toEqual([[40, 100, note]]);
});
