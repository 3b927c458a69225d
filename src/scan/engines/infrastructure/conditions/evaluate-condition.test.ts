import { expect, test } from 'vitest';
import {
  type ConfigNode,
  child,
  mapping,
  scalar,
  sequence,
  unknown,
} from '../../../formats/document/node.ts';
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

const rows = parseYaml(`n: 5
text: abc
none: null
list: [1, [2, 3]]
holes: [null]
rules:
  - {port: 22, open: yes}
  - {port: 80, open: no}
  - {port: 443,
     open: yes}
deep:
  a: {k: 1}
  b: {k: 2}
block: |
  one
  two
void: []
`).documents[0]!;
const partly = mapping(
  [
    { key: 'u', line: 1, value: unknown('var.u', 1) },
    { key: 'one', line: 2, value: scalar('x', 2) },
    { key: 'both', line: 3, value: sequence([scalar('x', 3), unknown('var.b', 4)], 3, 4) },
    {
      key: 'rules',
      line: 5,
      value: sequence([mapping([{ key: 'port', line: 5, value: scalar(22, 5) }], 5), unknown('', 6)], 5, 6),
    },
  ],
  1,
);
const judged = (source: string, subject: ConfigNode) => {
  const { verdict, places } = evaluateCondition(parseCondition(source), {
    document: subject,
    context: { pod: rows },
  });
  return [verdict, places.map(({ line, endLine }) => `${line}-${endLine}`).join(' ')];
};

// biome-ignore format: one line for each row
test.each([
  ['n < 6', true, '1-1'], ['n < 5', false, ''], ['n <= 5', true, '1-1'], ['n <= 4', false, ''],
  ['n > 4', true, '1-1'], ['n > 5', false, ''], ['n >= 5', true, '1-1'], ['n >= 6', false, ''],
  ['text > 0', false, ''], ['nothing > 0', false, ''], ['nothing < 1', false, ''],
  ['list > 2', true, '4-4'], ['list > 3', false, ''],
  ['count(rules) >= 3', true, '6-10'], ['count(rules) >= 4', false, ''], ['count(rules.port) > 2', true, '9-9'], ['count(nothing) < 1', true, ''], ['count(text) <= 1', true, '2-2'],
  ['text == "abc"', true, '2-2'], ['text == "ab"', false, ''], ['text contains "b"', true, '2-2'], ['text contains "d"', false, ''],
  ['text matches /^a/', true, '2-2'], ['text matches /^b/', false, ''], ['text != "x"', true, '2-2'], ['rules contains "x"', false, ''],
  ['exists none', false, ''], ['missing none', true, '3-3'], ['missing nothing', true, ''], ['exists void', false, ''], ['missing void', true, '17-17'], ['exists holes', true, '5-5'], ['exists deep', true, '11-13'],
  ['none == "null"', false, ''], ['holes == "null"', false, ''],
  ['rules.open is true', true, '10-10'], ['rules.open is false', true, '10-10'], ['text is true', false, ''], ['text is false', false, ''],
  ['any(rules: open is true)', true, '7-7 10-10'], ['any(rules: port > 500)', false, ''], ['any(nothing: exists a)', false, ''],
  ['any(deep: exists a)', true, '12-12'], ['any(list: @ == 1)', true, '4-4'],
  ['every(rules: exists port)', true, ''], ['every(rules: open is true)', false, ''], ['every(nothing: exists a)', true, ''],
  ['any(rules: port == 80 and $outer.n == 5)', true, '8-8'], ['any(rules: $outer.n == 6)', false, ''],
  ['deep.*.k == 2', true, '13-13'], ['deep.*.k == 3', false, ''], ['deep.k == 2', false, ''],
  ['block contains "two"', true, '14-16'],
  ['n == 5 and any(rules: port == 443)', true, '9-9'], ['n == 4 or any(rules: port == 22) or any(rules: port == 80)', true, '7-7 8-8'],
  ['n == 4 or text == "abc"', true, '2-2'], ['exists text and exists n', true, '2-2'], ['not (n == 5 and text == "x")', true, '1-1'], ['not n == 5', false, ''],
  ['$pod.n == 5 and $nobody.n != 5', true, '1-1'],
  ['$nobody.n == 5', false, ''],
] as Array<[string, boolean, string]>)('%s: %s, lines %s', (source, verdict, lines) => {
  expect(judged(source, rows)).toEqual([verdict, lines]);
});

// biome-ignore format: one line for each row
test.each([
  ['u == "x"', undefined], ['u.deep == "x"', undefined], ['u != "x"', undefined], ['u is true', undefined], ['u > 1', undefined], ['count(u) < 1', undefined], ['count(u) >= 1', undefined],
  ['exists u', true], ['missing u', false], ['exists u.deep', undefined], ['missing u.deep', undefined], ['exists one.deep', false],
  ['both == "x"', true], ['both == "y"', undefined], ['both contains "x"', true], ['both matches /y/', undefined], ['count(both) >= 2', undefined],
  ['u == 1 and one == "x"', undefined], ['u == 1 and one == "y"', false], ['one == "y" and u == 1', false], ['u == 1 or one == "x"', true], ['u == 1 or one == "y"', undefined], ['one == "y" or one == "z"', false],
  ['any(rules: port == 22)', true], ['any(rules: port == 80)', undefined], ['every(rules: port == 22)', undefined], ['every(rules: port == 80)', false], ['any(u.list: exists a)', undefined], ['any(u: exists a)', undefined],
  ['any(rules: port == 80 and $outer.u == 1)', undefined], ['any(rules: $outer.u == 1)', undefined], ['not u == 1', undefined],
] as Array<[string, boolean | undefined]>)('with parts that are not known %s is %s', (source, verdict) => {
  expect(judged(source, partly)[0]).toBe(verdict);
});

test('of a list with many elements that fit twenty are named', () => {
  const list = (count: number) =>
    mapping(
      [
        {
          key: 'l',
          line: 1,
          value: sequence(
            Array.from({ length: count }, (_, i) => scalar('x', i + 1)),
            1,
            count,
          ),
        },
      ],
      1,
    );
  const named = (count: number) =>
    evaluateCondition(parseCondition('any(l: @ == "x")'), { document: list(count), context: {} }).places
      .length;
  expect([named(19), named(20), named(21)]).toEqual([19, 20, 20]);
});

test('an unknown test is a mistake in the rule', () => {
  expect(() => verdict('nobody(a)')).toThrow('unknown test nobody');
});
