import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../../syntax/parser.ts';
import { InspectedFile } from '../../../inspect-file.ts';
import type { Expr } from '../../../ir/ir.ts';
import { charactersWhere } from './character-tests.ts';

const parser = await createParser();

/** The characters with which a condition about `c` may hold, as ranges would show them. */
async function where(path: string, text: string, outcome = true): Promise<string> {
  const flags = charactersWhere(await conditionIn(path, text), 'c', outcome);
  const shown = [...flags].map((flag, code) =>
    flag && code > 31 && code < 127 ? String.fromCharCode(code) : '',
  );
  return `${shown
    .join('')
    .replace('0123456789', '0-9')
    .replace(/ABC.*XYZ/, 'A-Z')
    .replace(/abc.*xyz/, 'a-z')}${flags[128] ? '…' : ''}`;
}

async function conditionIn(path: string, text: string): Promise<Expr> {
  const { module } = (await InspectedFile.open(path, text, parser))!;
  const statement = module.body.find(({ k }) => k === 'function');
  const body = statement?.k === 'function' ? statement.fn.body[0] : undefined;
  return (body as { value: Expr }).value;
}

/** The codes with which a condition of JavaScript may hold: `48-57 128`, of which 128 stands for all that is not ASCII. */
async function codes(condition: string, outcome = true): Promise<string> {
  const flags = charactersWhere(await conditionIn('a.js', js(condition)), 'c', outcome);
  const ranges: number[][] = [];
  for (const [code, flag] of flags.entries()) {
    const last = ranges.at(-1);
    if (flag && last?.[1] === code - 1) last[1] = code;
    else if (flag) ranges.push([code, code]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ');
}

const go = (condition: string) => `package a\n\nfunc f(c rune) bool {\n\treturn ${condition}\n}\n`;
const js = (condition: string) => `function f(c) { return ${condition}; }\n`;
const py = (condition: string) => `def f(c):\n    return ${condition}\n`;

test.each<[string, string, string, boolean?]>([
  ['a.go', go("(c >= 'a' && c <= 'z') || c == '_'"), '_a-z'],
  ['a.go', go("'0' <= c && c <= '9'"), '0-9'],
  ['a.go', go("!(c >= 'a' && c <= 'z')"), 'a-z', false],
  ['a.go', go('unicode.IsLetter(c) || unicode.IsDigit(c)'), '0-9A-Za-z…'],
  ['a.go', go('strings.ContainsRune("xyz", c)'), 'xyz'],
  ['a.js', js("'abc'.includes(c)"), 'abc'],
  ['a.js', js('/[a-c]/.test(c)'), 'abc'],
  ['a.js', js("c === 'x' || c === 'y'"), 'xy'],
  ['a.py', py("c in 'xyz'"), 'xyz'],
  ['a.py', py("c in ['x', 'y']"), 'xy'],
  ['a.py', py("c.isalnum() or c in '-_'"), '-0-9A-Z_a-z…'],
  ['a.py', py('c.isdigit() and not c.isalpha()'), '0-9…'],
])('%s: %s may hold with %s', async (path, program, expected, outcome) => {
  expect(await where(path, program, outcome)).toBe(expected);
});

test('what is not understood may go either way, and so may a condition about something else', async () => {
  const all = await where('a.js', js('other(c)'));
  expect(all).toContain('/');
  expect(all).toContain('…');
  expect(await where('a.js', js('other(c)'), false)).toBe(all);
  expect(await where('a.js', js("d === 'x'"))).toBe(all);
  expect(await where('a.js', js("c === 'x' && other(c)"))).toBe('x');
  expect(await where('a.js', js("c === 'x' || other(c)"))).toBe(all);
});

const everything = '0-128';

describe('a question about a kind of character has an answer for each of ASCII, and none for others', () => {
  test.each([
    ['isdigit', '48-57 128', '0-47 58-128'],
    ['is_numeric', '48-57 128', '0-47 58-128'],
    ['isLower', '97-122 128', '0-96 123-128'],
    ['is_lowercase', '97-122 128', '0-96 123-128'],
    ['IsUpper', '65-90 128', '0-64 91-128'],
    ['is_ascii_alphabetic', '65-90 97-122 128', '0-64 91-96 123-128'],
    ['isalpha', '65-90 97-122 128', '0-64 91-96 123-128'],
    ['ctype_alnum', '48-57 65-90 97-122 128', '0-47 58-64 91-96 123-128'],
    ['isspace', '9-13 32 128', '0-8 14-31 33-128'],
    ['isWhiteSpace', '9-13 32 128', '0-8 14-31 33-128'],
  ])('%s', async (name, yes, no) => {
    expect(await codes(`c.${name}()`)).toBe(yes);
    expect(await codes(`c.${name}()`, false)).toBe(no);
    expect(await codes(`${name}(c)`)).toBe(yes);
    expect(await codes(`Text.${name}(c)`)).toBe(yes);
    expect(await codes(`d.${name}(e)`)).toBe(everything);
    expect(await codes(`${name}()`)).toBe(everything);
  });
});

describe('a comparison of the character', () => {
  test.each([
    ["c == 'b'", '98'],
    ["c != 'b'", '0-97 99-128'],
    ["c < 'b'", '0-97'],
    ["c <= 'b'", '0-98'],
    ["c > 'b'", '99-128'],
    ["c >= 'b'", '98-128'],
    ["'b' == c", '98'],
    ["'b' < c", '99-128'],
    ["'b' <= c", '98-128'],
    ["'b' > c", '0-97'],
    ["'b' >= c", '0-98'],
    ['c < 32', '0-31'],
    ['c == 127', '127'],
    ['c >= 128', '128'],
    ['c == 500', '128'],
    ["c == 'é'", '128'],
    ["c == '😀'", '128'],
    ["c == 'ab'", everything],
    ["c == ''", everything],
    ['c == true', everything],
    ["c + 'b'", everything],
    ['c == d', everything],
    ["String(c) == 'b'", '98'],
    ["String(String(c)) == 'b'", '98'],
    ["String(d) == 'b'", everything],
    ["String(c, 1) == 'b'", everything],
    ["a.String(c) == 'b'", everything],
  ])('%s', async (condition, expected) => {
    expect(await codes(condition)).toBe(expected);
  });
});

describe('conditions that are put together', () => {
  test.each([
    ['true', everything, ''],
    ['false', '', everything],
    ['1', everything, everything],
    ["!(c == 'b')", '0-97 99-128', '98'],
    ["-(c == 'b')", everything, everything],
    ['!d', everything, everything],
    ["c == 'a' && c == 'b'", '', everything],
    ["c >= 'a' && c <= 'c'", '97-99', '0-96 100-128'],
    ["c == 'a' || c == 'c'", '97 99', '0-96 98 100-128'],
    ["d && c == 'b'", '98', everything],
    ["c == 'b' && d", '98', everything],
    ["d || c == 'b'", everything, '0-97 99-128'],
    ["c == 'b' || d", everything, '0-97 99-128'],
    ["c == 'b' ?? d", everything, everything],
    ["d ? c == 'b' : false", everything, everything],
  ])('%s', async (condition, yes, no) => {
    expect(await codes(condition)).toBe(yes);
    expect(await codes(condition, false)).toBe(no);
  });

  test('are followed twelve levels deep', async () => {
    const negated = (times: number) => `${'!('.repeat(times)}c == 'b'${')'.repeat(times)}`;
    expect(await codes(negated(12))).toBe('98');
    expect(await codes(negated(13))).toBe(everything);
  });
});

describe('whether the character is one of several', () => {
  test.each([
    ["'ab'.includes(c)", '97-98'],
    ["'aé'.includes(c)", '97 128'],
    ["''.includes(c)", ''],
    ["set.has('ab', c)", '97-98'],
    ["Contains('ab', c)", '97-98'],
    ["['a', 98].includes(c)", '97-98'],
    ["['a', 'bc'].includes(c)", everything],
    ["['a', ...'b'].includes(c)", everything],
    ["['a', d].includes(c)", everything],
    ['[].includes(c)', everything],
    ['(12).includes(c)', everything],
    ["'ab'.includes(d)", everything],
    ["'ab'.includes(c, d)", everything],
    ["'ab'.startsWith(c)", everything],
    ["c.includes('a')", everything],
    ['includes(c)', everything],
  ])('%s', async (condition, expected) => {
    expect(await codes(condition)).toBe(expected);
  });

  test.each([
    ["c in 'ab'", 'ab', true],
    ["c not in 'ab'", 'ab', false],
    ["c in ('a', 'b')", 'ab', true],
  ])('%s', async (condition, expected, outcome) => {
    expect(await where('a.py', py(condition), outcome)).toBe(expected);
    expect(await where('a.py', py(condition.replace('c ', 'd ')), outcome)).toContain('z');
  });

  test('is known of an expression where it does not match, and of no other expression', async () => {
    expect(await codes('/[a-c]/.test(c)')).toBe('97-99');
    expect(await codes('/[a-c]/.test(c)', false)).toBe(everything);
    expect(await codes('/[a-c]/i.test(c)')).toBe('65-67 97-99');
    expect(await codes('/[a-c]/.test(d)')).toBe(everything);
    expect(await codes('/[a-c]/.test()')).toBe(everything);
    expect(await codes('pattern.test(c)')).toBe(everything);
  });
});
