import { describe, expect, test } from 'vitest';
import type { Constant } from '../ir/ir.ts';
import { labelMask } from '../knowledge/labels.ts';
import { QualifiedName } from '../knowledge/qualified-name.ts';
import type { Name } from '../knowledge/rule-set.ts';
import { binaryValue, concatenated, formatted, textOf, truthOf, unaryValue } from './constants.ts';
import {
  constantValue,
  deepTaint,
  literalValue,
  nullValue,
  unknownValue,
  type Value,
  withTaint,
} from './value.ts';

const all = ['sql', 'url', 'redirect', 'path', 'nosql', 'assign', 'number'] as const;
const tainted = (id = 1): Value =>
  withTaint(unknownValue, [
    {
      origin: { k: 'source', id, kind: 'remote', title: 's', span: { start: 0, end: 1 } },
      mask: labelMask(all),
      step: undefined,
      check: undefined,
      awaits: undefined,
    },
  ]);
const listOf = (items: readonly Value[], rest?: Value): Value => ({
  ...literalValue,
  shape: {
    kind: 'list',
    fields: new Map(items.map((item, at) => [String(at), item])),
    rest,
    length: rest ? undefined : items.length,
  },
});
const mapOf = (fields: Record<string, Value>, rest?: Value): Value => ({
  ...literalValue,
  shape: { kind: 'map', fields: new Map(Object.entries(fields)), rest, length: undefined },
});
const named: Value = { ...unknownValue, name: (new QualifiedName('', undefined) as Name).child('p') };
const c = constantValue;
const dynamicText = (text: string): Value => ({ ...unknownValue, text });

/** What is known of a value, in short: its constant, its text with `?` for holes, its name, whether it is dynamic, and the harm it can still do. */
function shown(value: Value): string {
  const harm =
    deepTaint(value)?.map(({ mask }) => all.filter((label) => mask & labelMask([label])).join('+')) ?? [];
  return [
    value.constant !== undefined && `=${JSON.stringify(value.constant)}`,
    value.text !== undefined && JSON.stringify(value.text.replaceAll('\0', '?')),
    value.name && `@${value.name}`,
    value.shape && `${value.shape.kind} ${value.shape.length ?? 'open'} [${[...value.shape.fields.keys()]}]`,
    value.dynamic && 'dynamic',
    harm.length > 0 && `harm ${harm.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ');
}
const harmless = 'harm sql+url+redirect+path+nosql+assign+number';

describe('operators', () => {
  const [one, text] = [c(1), c('a')];
  test.each<[string, Value, Value, string]>([
    ['==', one, unknownValue, 'dynamic'],
    ['==', unknownValue, one, 'dynamic'],
    ['==', literalValue, one, ''],
    ['is', one, one, ''],
    ['instanceof', unknownValue, one, 'dynamic'],
    ['<', c(1), c('a'), ''],
    ['in', text, unknownValue, 'dynamic'],
    ['in', c(1), c('1'), 'dynamic'],
    ['in', c('1'), c(1), 'dynamic'],
    ['not in', c(1), c('1'), 'dynamic'],
    ['not in', c('1'), c(1), 'dynamic'],
    ['in', text, listOf([text]), '=true'],
    ['in', text, listOf([c('b')]), '=false'],
    ['in', text, listOf([text, unknownValue]), 'dynamic'],
    ['in', unknownValue, listOf([text]), 'dynamic'],
    ['in', c(1), mapOf({ 1: one }), '=true'],
    ['in', text, mapOf({ a: one }, unknownValue), 'dynamic'],
    ['not in', text, mapOf({ a: one }), '=false'],
    ['-', unknownValue, one, ''],
    ['-', literalValue, literalValue, ''],
    ['-', tainted(), one, ''],
    ['/', unknownValue, unknownValue, ''],
    ['/', named, tainted(), `@p dynamic ${harmless}`],
    ['/', tainted(), named, `dynamic ${harmless}`],
    ['|', named, one, '@p dynamic'],
    ['*', tainted(), one, `dynamic ${harmless}`],
    ['*', named, one, 'dynamic'],
    ['*', literalValue, one, ''],
    ['*', one, unknownValue, 'dynamic'],
    ['+=', text, tainted(), `dynamic ${harmless}`],
    ['%', unknownValue, tainted(), `dynamic ${harmless}`],
    ['%', c('x %s'), tainted(), `"x ?" dynamic ${harmless}`],
    ['+', unknownValue, text, '"?a" dynamic'],
    ['+', text, nullValue, '="anull"'],
    ['+', c(true), c(1), ''],
    ['-', c(true), c(1), ''],
    ['<', c(true), c(1), ''],
    ['-', text, text, ''],
    ['??', one, one, ''],
  ])('%s of %o and %o', (op, left, right, expected) => {
    expect(shown(binaryValue(op, left, right, true))).toBe(expected);
  });

  test('nothing is computed where values are not to be', () => {
    expect(shown(binaryValue('==', one, one, false))).toBe('');
    expect(shown(binaryValue('in', text, listOf([text]), false))).toBe('dynamic');
  });

  test('a constant that is a text is what both were tainted by, another one nothing', () => {
    const dirty = { ...c('a'), taint: tainted().taint };
    expect(shown(binaryValue('+', dirty, c('b'), true))).toBe(`="ab" ${harmless}`);
    expect(shown(binaryValue('+', c('b'), dirty, true))).toBe(`="ba" ${harmless}`);
    expect(shown(binaryValue('==', dirty, dirty, true))).toBe('=true');
  });

  test('a text has at most 2,000 characters', () => {
    const long = c('x'.repeat(1_999));
    expect(binaryValue('+', long, c('y'), true).constant).toHaveLength(2_000);
    expect(binaryValue('+', long, c('yz'), true)).toMatchObject({ constant: undefined, dynamic: false });
    expect(binaryValue('+', long, c('yz'), true).text).toHaveLength(2_001 - 1);
  });

  test.each<[string, Value, string]>([
    ['!', c(0), '=true'],
    ['not', c('a'), '=false'],
    ['!', unknownValue, 'dynamic'],
    ['!', literalValue, ''],
    ['-', c(5), '=-5'],
    ['+', c(5), '=5'],
    ['~', c(5), '=-6'],
    ['-', c('5'), ''],
    ['-', unknownValue, 'dynamic'],
    ['void', unknownValue, '=null'],
    ['void', c(5), '=null'],
    ['typeof', c(5), ''],
  ])('%s of %o', (op, value, expected) => {
    expect(shown(unaryValue(op, value))).toBe(expected);
  });

  test.each<[string, Value, boolean | undefined]>([
    ['nothing', unknownValue, undefined],
    ['null', nullValue, false],
    ['a text', c('a'), true],
    ['an empty text', c(''), false],
    ['an empty list', listOf([]), false],
    ['a list', listOf([unknownValue]), true],
    ['an open list', listOf([], unknownValue), undefined],
    [
      'a list of unknown length',
      { ...listOf([]), shape: { ...listOf([]).shape!, length: undefined } },
      undefined,
    ],
    ['a tainted list', { ...listOf([]), taint: tainted().taint }, undefined],
    ['an object', mapOf({}), undefined],
    ['a text in part', dynamicText('a\0'), true],
    ['a hole', dynamicText('\0'), undefined],
  ])('whether %s is true', (_, value, expected) => {
    expect(truthOf(value)).toBe(expected);
  });

  test('the text of a value', () => {
    expect([textOf(c('a')), textOf(c(1)), textOf({ ...c('a'), text: 'b' }), textOf(unknownValue)]).toEqual([
      'a',
      undefined,
      'b',
      undefined,
    ]);
  });
});

describe('texts one behind the other', () => {
  test.each<[string, Value[], string]>([
    ['nothing', [], '=""'],
    ['constants', [c('a'), c(1), c('b')], '="a1b"'],
    ['numbers', [c(1), c(2)], '="12"'],
    ['a truth value', [c('a'), c(true)], '"a?"'],
    ['a text and nothing known', [c('a'), unknownValue], '"a?" dynamic'],
    ['a literal', [c('a'), literalValue], '"a?"'],
    ['two unknown ones', [unknownValue, unknownValue], 'dynamic'],
    ['a number and something', [c(1), unknownValue], 'dynamic'],
    ['holes next to each other', [c('a'), unknownValue, unknownValue, c('b')], '"a?b" dynamic'],
    ['a tainted constant', [{ ...c('a'), taint: tainted().taint }], `="a" ${harmless}`],
    ['two lists', [listOf([c(1)]), listOf([c(2), c(3)])], 'list 3 [0,1,2]'],
    ['three lists', [listOf([]), listOf([]), listOf([])], ''],
    ['a list and a text', [listOf([]), c('a')], '"?a"'],
    ['lists, one of them open', [listOf([c(1)], tainted()), listOf([])], `list open [] ${harmless}`],
    ['lists, the other one open', [listOf([c(1)]), listOf([], unknownValue)], 'list open [0]'],
    ['a list and what may be one', [listOf([c(1)]), tainted()], `list open [0] dynamic ${harmless}`],
    ['an empty list and what may be one', [listOf([]), unknownValue], 'dynamic'],
    ['only a conversion', [c(''), tainted()], '"?" dynamic harm sql+url+redirect+path+number'],
    ['a conversion of two', [tainted(), c(''), tainted()], '"?" dynamic harm sql+url+redirect+path+number'],
    ['more than a conversion', [c('a'), tainted()], `"a?" dynamic ${harmless}`],
    ['no conversion', [tainted()], `dynamic ${harmless}`],
    [
      'behind a host',
      [c('https://a.b/'), tainted()],
      '"https://a.b/?" dynamic harm sql+path+nosql+assign+number',
    ],
    ['behind a host without its end', [c('https://a.b'), tainted()], `"https://a.b?" dynamic ${harmless}`],
    ['behind a scheme', [c('https://'), tainted()], `"https://?" dynamic ${harmless}`],
    ['behind a path', [c('/a'), tainted()], '"/a?" dynamic harm sql+path+nosql+assign+number'],
    ['behind a slash', [c('/'), tainted()], `"/?" dynamic ${harmless}`],
    ['behind a folder', [c('a/'), tainted()], '"a/?" dynamic harm sql+path+nosql+assign+number'],
    ['behind a question mark', [c('?a='), tainted()], '"?a=?" dynamic harm sql+path+nosql+assign+number'],
    ['behind something unknown', [unknownValue, tainted()], 'dynamic harm sql+path+nosql+assign+number'],
    ['behind a literal', [literalValue, tainted()], `dynamic ${harmless}`],
    [
      'behind something that is tainted',
      [tainted(1), tainted(2)],
      `dynamic ${harmless}, sql+url+redirect+path+nosql+assign+number`,
    ],
    [
      'behind a text that is tainted',
      [{ ...dynamicText('/a'), taint: tainted(1).taint }, tainted(2)],
      `"/a?" dynamic ${harmless}, sql+url+redirect+path+nosql+assign+number`,
    ],
    ['behind a second part', [c('a'), c('?'), tainted()], '"a??" dynamic harm sql+path+nosql+assign+number'],
    [
      'a path below a root',
      [c('/a/'), { ...tainted(), form: 'rooted' }],
      '"/a/?" dynamic harm sql+nosql+assign+number',
    ],
    ['a path below a root, first', [{ ...tainted(), form: 'rooted' }, c('a')], `"?a" dynamic ${harmless}`],
    ['a path that is only normal', [c('x'), { ...tainted(), form: 'normal' }], `"x?" dynamic ${harmless}`],
  ])('%s', (_, parts, expected) => {
    expect(shown(concatenated(parts))).toBe(expected);
  });

  test('what is said to be a text is a conversion', () => {
    expect(shown(concatenated([tainted()], true))).toBe('dynamic harm sql+url+redirect+path+number');
    expect(shown(concatenated([tainted(), c('a')], true))).toBe(`"?a" dynamic ${harmless}`);
  });

  test('lists of at most 64 items are put together item by item', () => {
    const list = (length: number) => listOf(Array.from({ length }, (_, at) => c(at)));
    expect(concatenated([list(32), list(32)]).shape).toMatchObject({ length: 64 });
    expect(concatenated([list(32), list(33)]).shape).toMatchObject({ length: undefined });
    expect(
      [...concatenated([list(2), list(1)]).shape!.fields].map(([key, { constant }]) => [key, constant]),
    ).toEqual([
      ['0', 0],
      ['1', 1],
      ['2', 0],
    ]);
  });

  test('a text keeps its first 2,000 characters, and shows that it has holes behind them', () => {
    const long = (length: number) => c('x'.repeat(length));
    expect(concatenated([long(2_000)]).constant).toHaveLength(2_000);
    const cut = concatenated([long(2_001), c('y')]);
    expect([cut.constant, cut.text]).toEqual([undefined, 'x'.repeat(2_000)]);
    expect(concatenated([long(2_001), unknownValue]).text).toBe(`${'x'.repeat(2_000)}\0`);
    expect(concatenated([unknownValue, long(2_001), unknownValue]).text).toBe(`\0${'x'.repeat(1_999)}`);
    expect(concatenated([long(2_001), c(1)]).text).toBe(`${'x'.repeat(2_000)}\0`);
    // Behind 2,000 characters exactly there is still room.
    expect(concatenated([long(2_000), c('y')]).text).toBe('x'.repeat(2_000));
  });
});

describe('formats with their values', () => {
  const of = (format: string, ...values: Array<Value | Constant>) =>
    shown(
      formatted(
        c(format),
        ...values.map((value) => (typeof value === 'object' && value !== null ? value : c(value))),
      ),
    );
  test.each<[string, Array<Value | Constant>, string]>([
    ['', [], '=""'],
    ['a', [], '="a"'],
    ['a%s', ['b'], '="ab"'],
    ['%sa%s', ['b', 'c'], '="bac"'],
    ['%v', ['b'], '="b"'],
    ['%d', [7], '="7"'],
    ['%d', ['7'], ''],
    ['a%5d', [7], '"a?"'],
    ['a%x', [7], '="a7"'],
    ['a%q', ['b'], '"a?"'],
    ['a%10s', ['b'], '"a?"'],
    ['a%n', [], '="a\\n"'],
    ['%s%n%s', ['a', 'b'], '="a\\nb"'],
    ['%2$s%1$s', ['a', 'b'], '="ba"'],
    ['{}{}', ['a', 'b'], '="ab"'],
    ['{1}{0}', ['a', 'b'], '="ba"'],
    ['{0:x}', ['a'], '="a"'],
    ['a{name}', ['b'], '"a?"'],
    ['a%(name)s', ['b'], '"a?"'],
    ['a%s', [], '"a?"'],
    ['a%s', [tainted()], `"a?" dynamic ${harmless}`],
    ['a%d', [tainted()], '"a?" dynamic harm number'],
    ['a%q', [tainted()], `"a?" dynamic ${harmless}`],
    ['a{x}', [tainted()], `"a?" dynamic ${harmless}`],
    ['%s%s', [listOf([c('a'), c('b')])], '="ab"'],
    ['a%s', [listOf([]), listOf([])], '"a?"'],
    ['a%s', [unknownValue], '"a?" dynamic'],
    ['a%d', [unknownValue], '"a?" dynamic'],
    ['a%d', [literalValue], '"a?"'],
    ['https://a.b/%s', [tainted()], '"https://a.b/?" dynamic harm sql+path+nosql+assign+number'],
  ])('%s with %o', (format, values, expected) => {
    expect(of(format, ...values)).toBe(expected);
  });

  test('a format that is not known, or that is tainted itself', () => {
    expect(shown(formatted(unknownValue, c('a')))).toBe('dynamic');
    expect(shown(formatted(literalValue, c('a')))).toBe('');
    expect(shown(formatted(literalValue, unknownValue))).toBe('dynamic');
    expect(shown(formatted(literalValue, tainted()))).toBe(`dynamic ${harmless}`);
    expect(shown(formatted({ ...dynamicText('a%s'), taint: tainted().taint }, c('b')))).toBe(
      `"a%s" dynamic ${harmless}`,
    );
    expect(formatted({ ...dynamicText('x'.repeat(2_001)), taint: tainted().taint }).text).toHaveLength(2_000);
  });
});

test.each([
  ['?/users/', false],
  ['?/users?id=', false],
  ['?.example.org/', false],
  ['?://api.example.org/', false],
  ['?://?/', false],
  ['?:8080/', false],
  ['??q=', true],
  ['?#', false],
  ['?', true],
  ['?/', true],
  ['?//', true],
  ['?/\\', true],
  ['?:', true],
  ['?://', true],
  ['?s://', true],
  ['?-', true],
  ['?.', true],
] as const)('behind an unknown base and %j data chooses the host: %s', (text, wanted) => {
  const base = concatenated([unknownValue, dynamicText(text.replaceAll('?', '\0'))].slice(1));
  const made = concatenated([{ ...base, text: text.replaceAll('?', '\0') }, tainted()]);
  expect(shown(made).includes('url+redirect')).toBe(wanted);
  // What stands in front came from the same place.
  const own = concatenated([
    withTaint({ ...unknownValue, text: text.replaceAll('?', '\0') }, tainted().taint),
    tainted(2),
  ]);
  expect(shown(own)).toContain('url+redirect');
});
