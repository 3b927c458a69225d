import { expect, test } from 'vitest';
import { unreachableNames } from './check-names.ts';
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
