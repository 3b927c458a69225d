import { expect, test } from 'vitest';
import { child, mapping, unknown } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { evaluateCondition } from './evaluate-condition.ts';
import { parseCondition } from './parse-condition.ts';

const document = parseYaml(
  'a: 1\nb:\n  - {c: x, on: true}\n  - {c: y}\nempty: ""\nports: ["20-25", "443"]\nname: Bucket\n',
).documents[0]!;
const verdict = (source: string, subject = document) =>
  evaluateCondition(parseCondition(source), { document: subject, context: { pod: document } }).verdict;

test('comparisons go through lists, and their negations ask for none', () => {
  expect(verdict('a == 1 and b.c == "y"')).toBe(true);
  expect(verdict('b.c != "z"')).toBe(true);
  expect(verdict('b.c != "x"')).toBe(false);
  expect(verdict('b.on is true and b.on is not false')).toBe(true);
  expect(verdict('missing empty and missing nothing and exists a')).toBe(true);
  expect(verdict('any(b: c == "x" and on is true) and not every(b: on is true)')).toBe(true);
  expect(verdict('count(b) >= 2 and a < 2 and name matches /^buck/i')).toBe(true);
  expect(verdict('portIn(ports, 22) and not portIn(ports, 80)')).toBe(true);
  expect(verdict('$pod.a == 1 and $resource.a != 1')).toBe(true);
});

test('what is not known decides nothing, unless another part decides', () => {
  const partly = mapping([{ key: 'a', line: 1, value: unknown('var.a', 1) }], 1);
  expect(verdict('a == 1', partly)).toBeUndefined();
  expect(verdict('a != 1', partly)).toBeUndefined();
  expect(verdict('a == 1 or missing b', partly)).toBe(true);
  expect(verdict('a == 1 and exists b', partly)).toBe(false);
  expect(verdict('exists a', partly)).toBe(true);
});

test('the evidence is the line of what was found', () => {
  const places = (source: string) =>
    evaluateCondition(parseCondition(source), { document, context: {} }).places.map(({ line }) => line);
  expect(places('b.on is true')).toEqual([3]);
  expect(places('any(b: exists c)')).toEqual([3, 4]);
  expect(child(document, 'a')).toBeDefined();
});

test('a mistake in a condition is a mistake in the rule', () => {
  for (const wrong of ['a ==', 'a is maybe', 'any(a b)', '(a == 1', 'a == 1 b'])
    expect(() => parseCondition(wrong)).toThrow(/condition/);
});
