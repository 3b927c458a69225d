import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/app.ts';

interface Source {
  name: string;
  licence: string;
  tokens: number;
  repository?: string;
  debianPackage?: string;
  packages?: Record<string, string>;
}

interface Pins {
  repositories: Record<string, { commit: string }>;
  packages: Record<string, { version: string; sha256: string }>;
  records: Record<string, { count: number; sha256: string }>;
}

const models = join(import.meta.dirname, '..', '..', 'models');
const training = join(models, 'training');
const read = <Content>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as Content;
const manifest = read<{ tokens: number; sources: Source[] }>(join(training, 'manifest.json'));
const described = read<Record<'repositories' | 'packages', Array<{ name: string; attribution?: string }>>>(
  join(training, 'sources.json'),
);
const pins = read<Pins>(join(training, 'pins.json'));
const notice = readFileSync(join(models, 'NOTICE.md'), 'utf8');
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0,
);

test('whoever asks to be named is named in the notice, with licence and share', () => {
  const asks = manifest.sources.filter(({ licence }) => /^(CC-BY|CDLA|GFDL)/.test(licence));
  expect(asks.length).toBeGreaterThan(10);
  for (const { name, licence, tokens, repository, debianPackage } of asks) {
    const attribution = [...described.repositories, ...described.packages].find(
      (source) => source.name === name,
    )?.attribution;
    expect(attribution, name).toBeDefined();
    const row = notice.split('\n').find((line) => line.startsWith(`| ${attribution} |`));
    expect(row, name).toContain(repository ?? debianPackage);
    expect(row).toContain(`[${licence}](https://`);
    expect(row).toContain(`| ${((100 * tokens) / manifest.tokens).toFixed(2)} % |`);
  }
});

test('what the re-ranker and the refined model were trained on besides is named in the notice and pinned', () => {
  const readers = ['groups.py', 'asked.py', 'typed_code.py']
    .map((name) => readFileSync(join(training, name), 'utf8'))
    .join('\n');
  const besides = new Set(
    [...readers.matchAll(/\b(?:readable|files|read)\("([\w.-]+\/[\w.-]+)"/g)].map((match) => match[1]!),
  );
  const some = ['uwnlp/qamr', 'xinyadu/nqg', 'deepset-ai/COVID-QA', 'Yale-LILY/QMSum', 'abachaa/MedQuAD'];
  expect([...besides]).toEqual(expect.arrayContaining(some));
  for (const repository of besides) {
    expect(pins.repositories[repository]?.commit, repository).toMatch(/^[0-9a-f]{40}$/);
    if (repository !== 'mlschmitt/classic-books-markdown')
      expect(notice).toContain(`github.com/${repository})`);
  }
});

test('notice and card say how much of the text is share-alike', () => {
  const alike = manifest.sources.filter(({ licence }) => /^(CC-BY-SA|CDLA-Sharing|GFDL)/.test(licence));
  const share = (100 * alike.reduce((sum, { tokens }) => sum + tokens, 0)) / manifest.tokens;
  for (const text of [notice, readFileSync(join(models, 'MODEL_CARD.md'), 'utf8')])
    expect(text).toContain(`${share.toFixed(1)} % of the tokens`);
});

test('every source of the models that ship is pinned by commit or checksum', () => {
  for (const { repository, debianPackage, packages = {} } of manifest.sources) {
    if (repository !== undefined) expect(pins.repositories[repository]?.commit).toMatch(/^[0-9a-f]{40}$/);
    for (const name of [...Object.keys(packages), ...(debianPackage === undefined ? [] : [debianPackage])]) {
      expect(pins.packages[name]?.sha256, name).toMatch(/^[0-9a-f]{64}$/);
      expect(pins.packages[name]?.version, name).toMatch(/^\d/);
    }
  }
});

function runPython(folder: string, args: string[]) {
  return spawnSync(python!, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
  });
}

const stanza = (files: string, licence: string) =>
  `Files: ${files}\nCopyright: 2026 A\nLicense: ${licence}\n`;

test.skipIf(!python)('a package is taken only where every file is under a permissive licence', () => {
  const isTaken = (...stanzas: string[]) => {
    const program = `import sys; from licences import is_permissive, licences_in; found = licences_in(sys.argv[1]); print(bool(found) and all(map(is_permissive, found)))`;
    return runPython(training, ['-c', program, stanzas.join('\n')]).stdout.trim() === 'True';
  };
  expect(isTaken(stanza('*', 'Expat'))).toBe(true);
  expect(isTaken(stanza('*', 'Apache-2.0 or BSD-3-clause'), stanza('lib/a.py\n lib/b.py', 'PSF-2'))).toBe(
    true,
  );
  expect(isTaken(stanza('*', 'Expat'), stanza('debian/*', 'GPL-2+'))).toBe(true);
  expect(isTaken(stanza('*', 'Expat'), stanza('lib/vendored.py', 'GPL-2+'))).toBe(false);
  expect(isTaken(stanza('*', 'Expat and LGPL-3'))).toBe(false);
  expect(isTaken(stanza('*', 'MPL-2.0'))).toBe(false);
  expect(isTaken('All of this is free.')).toBe(false);
});

test.skipIf(!python)(
  'gathering again is checked against the pins: nothing to report, or what differs',
  () => {
    const folder = temporaryFolder();
    cpSync(training, folder, { recursive: true });
    const sources = read<{ templates: { most: number } }>(join(folder, 'sources.json'));
    sources.templates.most = 200;
    writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources));
    const rebuild = (...args: string[]) =>
      runPython(folder, ['rebuild.py', 'mirror', 'packages', 'raw', '--only', 'notes', ...args]);
    const different = rebuild();
    const { count, sha256 } = pins.records['notes']!;
    expect(different.stdout).toContain('records notes: count 200, sha256 ');
    expect(different.stdout).toContain(`pinned is count ${count}, sha256 ${sha256}`);
    expect(different.status).toBe(1);
    expect(rebuild('--write').status).toBe(0);
    const same = rebuild();
    expect(same.stdout).toContain('1 sources, 0 differences');
    expect(same.status).toBe(0);
  },
);

test.skipIf(!python)('of questions about code those stay that ask how, with the code that answers', () => {
  const asked = (program: string, argument: string): unknown =>
    JSON.parse(
      runPython(training, [
        '-c',
        `import json, sys; from typed_code import *; print(json.dumps(${program}))`,
        argument,
      ]).stdout,
    );
  expect(asked('wanted(sys.argv[1])', 'convert set to list in python')).toBe(true);
  for (const question of ['why is my set not a list', 'list index error in python', 'sort list'])
    expect(asked('wanted(sys.argv[1])', question), question).toBe(false);
  const shown = '>>> for name in sorted(names):\n...     print(name.title())\nAda\nBob';
  const answer = asked('best_of([sys.argv[1]])', shown);
  expect(answer).toBe('for name in sorted(names):\n    print(name.title())');
  const python2 = 'def total(rows):\n    print sum(row[1] for row in rows)';
  expect(
    asked('best_of([sys.argv[1], "x = 1", "names = sorted(set(names), key=str.lower)[:20]"])', python2),
  ).toBe(python2);
  for (const code of [
    'Traceback (most recent call last):\n  File "a.py", line 3',
    'numbers = [1, 2, 3, 4, 5, 6, 7]',
  ])
    expect(asked('best_of([sys.argv[1]])', code), code).toBeNull();
});

test.skipIf(!python)('a snapshot that is missing or of another commit is reported', () => {
  const program = `from rebuild import differences
pins = {"repositories": {"a/b": {"commit": "1"}, "c/d": {"commit": "2"}}, "packages": {"p": {"version": "1", "sha256": "x"}}, "records": {}}
found = {"repositories": {"a/b": {"commit": "3"}, "c/d": None, "e/f": {"commit": "4"}}, "packages": {"p": {"sha256": "x"}}, "records": {}}
print(*differences(pins, found), sep="\\n")`;
  expect(runPython(training, ['-c', program]).stdout.trim().split('\n')).toEqual([
    'repositories a/b: commit 3, pinned is commit 1',
    'repositories c/d: missing, pinned is commit 2',
    'repositories e/f: not pinned',
  ]);
});
