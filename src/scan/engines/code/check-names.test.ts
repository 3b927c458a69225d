import { expect, test } from 'vitest';
import { brokenSinks, unreachableNames } from './check-names.ts';
import { concreteName } from './exercises/concrete-name.ts';
import { grammars } from './exercises/grammars.ts';
import { namesOf } from './exercises/name-facts.ts';
import { ruleFolders } from './frontends/registry.ts';
import { indexRules } from './knowledge/index-rules.ts';
import { loadIndex } from './knowledge/load-rules.ts';
import { matchesName, NamePattern } from './knowledge/name-pattern.ts';
import { QualifiedName } from './knowledge/qualified-name.ts';

test('every language has a grammar that writes programs for its names', () => {
  expect(ruleFolders().filter((folder) => !grammars.has(folder))).toEqual([]);
});

test.each(ruleFolders())('what is written for a pattern of %s is a name that it matches', (folder) => {
  const wrong = [...namesOf(loadIndex(folder)).keys()].filter((pattern) => {
    const name = concreteName(pattern);
    let at = new QualifiedName<never>('', undefined);
    for (const part of name ?? []) at = at.child(part);
    return name && !matchesName(new NamePattern(pattern), at);
  });
  expect(wrong).toEqual([]);
});

test('a name that no program can lead to is reported, one that a program leads to is not', async () => {
  const reachable = [
    'acme.run',
    'acme.connect().cursor().send',
    '~gadget.launch',
    '**.spin_up',
    '@gadget.stop',
  ];
  const dead = ['acme.no-identifier', '@nobody.makes.this'];
  const file = {
    returns: [{ call: 'acme.gadget', as: '@gadget' }],
    sources: [{ title: 'a gadget', call: [...reachable, ...dead] }],
  };
  const packs = [{ name: 'acme', digest: '', rules: { python: [file] } }];
  const unmet = await unreachableNames('python', indexRules([file]), [...reachable, ...dead], { packs });
  expect(unmet).toEqual(dead);
});

test('what comes from outside is reported at every sink, and a constant at none, in programs that are generated for them', async () => {
  const missed: string[] = [];
  const wrong: string[] = [];
  let count = 0;
  for (const folder of ruleFolders()) {
    const index = loadIndex(folder);
    const broken = await brokenSinks(folder, index, namesOf(index).keys());
    count += broken.count;
    missed.push(...broken.missed);
    wrong.push(...broken.false);
  }
  expect(count).toBeGreaterThan(9_000);
  // What needs more than a name and an argument: states of an object, operators, members that are no words. These numbers only fall.
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(70);
  // A rule that also reports that the package is imported.
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(9);
});

test('a sink that nothing can arrive at is named, one that reports is not', async () => {
  const sinks = [
    { call: 'acme.run', args: [0] },
    { call: '@nobody.runs', args: [0] },
  ];
  const meta = {
    id: 'python-sql-injection',
    title: 'SQL injection',
    severity: 'high',
    category: 'injection',
  };
  const file = { rules: [{ ...meta, label: 'sql', message: '', suggestion: '', sinks }] };
  const index = indexRules([file]);
  const packs = [{ name: 'acme', digest: '', rules: { python: [file] } }];
  const broken = await brokenSinks('python', index, ['acme.run', '@nobody.runs'], { packs });
  expect(broken).toEqual({ count: 2, missed: ['python-sql-injection @nobody.runs'], false: [] });
});
