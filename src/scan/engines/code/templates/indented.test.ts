import { expect, test } from 'vitest';
import { readIndented } from './indented.ts';
import type { TemplateSyntax } from './syntaxes.ts';

const outputs = (syntax: TemplateSyntax, text: string) =>
  readIndented(text, syntax).map(({ kind, expression, start, end, context }) => ({
    ...{ kind, expression, place: context.place },
    shown: text.slice(start, end),
  }));

test.each([
  ['haml', '%p= name', 'escaped', 'name', 'text'],
  ['haml', '%p!= name', 'raw', 'name', 'text'],
  ['haml', '= name', 'escaped', 'name', 'text'],
  ['pug', 'p= name', 'escaped', 'name', 'text'],
  ['pug', 'p!= name', 'raw', 'name', 'text'],
  ['slim', 'p == name', 'raw', 'name', 'text'],
  ['slim', 'p = name', 'escaped', 'name', 'text'],
] as const)('%s: %j puts a value into the page', (syntax, text, kind, expression, place) => {
  expect(outputs(syntax, text)).toMatchObject([{ kind, expression, place }]);
});

test('Haml: the value of an attribute goes into the attribute, and what follows into the text', () => {
  const found = outputs('haml', '%a{href: target}= name');
  expect(found.map(({ expression }) => expression)).toEqual(['target', 'name']);
  expect(found[0]!.place).not.toBe('text');
  expect(found[1]!.place).toBe('text');
});

test.each(['haml', 'pug', 'slim'] as const)('%s: a comment puts nothing in', (syntax) => {
  expect(outputs(syntax, syntax === 'haml' ? '-# = name' : '// = name')).toEqual([]);
});

test('what is put into a script is in the script until the indentation ends', () => {
  const text = 'script\n  var a = "#{name}"\np= other\n';
  expect(outputs('pug', text).map(({ expression, place }) => [expression, place])).toEqual([
    ['name', 'script'],
    ['other', 'text'],
  ]);
});
