import { expect, test } from 'vitest';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import type { Resource } from '../resource.ts';
import { mechanicalFix } from './mechanical-fix.ts';

const document = parseYaml('a: 1\nb:\n  c: 2\nd: |\n  x\n  y\ne:\n  3\nf: [1]\n').documents[0]!;
const place = { document, head: 'resource {', line: 9, indent: 4 } satisfies Partial<Resource>;

// biome-ignore format: one line for each row
test.for([
  ['a value on its line', 'a = 5', place, '1: "    a = 5"'],
  ['the same with a colon', 'a: 5', place, '1: "    a: 5"'],
  ['a value without an indent', 'a = 5', { document, head: 'x', line: 1 }, '1: "  a = 5"'],
  ['a value of several lines', 'd = 5', place, undefined],
  ['a value on the next line', 'e = 5', place, undefined],
  ['a mapping', 'b = 5', place, undefined],
  ['a list on its line', 'f = 5', place, undefined],
  ['what is missing', 'z = 5', place, '9: "resource {\\n    z = 5"'],
  ['what is missing, without an indent', 'z = 5', { document, head: 'x {', line: 3 }, '3: "x {\\n  z = 5"'],
  ['what is missing where there is no head', 'z = 5', { document, line: 3 }, undefined],
  ['what is missing where there is no line', 'z = 5', { document, head: 'x' }, undefined],
  ['an attribute of an attribute', 'b.c = 5', place, undefined],
  ['no attribute', '5', place, undefined],
  ['no document', 'a = 5', { head: 'x', line: 1 }, undefined],
  ['what is decided elsewhere', 'a = 5', { ...place, givenOnly: true }, undefined],
] as Array<[string, string, Partial<Resource>, string | undefined]>)('a change of %s', ([, fix, where, expected]) => {
  const found = mechanicalFix(fix, where);
  expect(found && `${found.startLine}: ${JSON.stringify(found.replacement)}`).toBe(expected);
  if (found) expect([found.description, found.endLine]).toEqual([`Set ${fix}`, found.startLine]);
});
