import { expect, test } from 'vitest';
import { findSubstitutions, isMapperFile } from './mapper-files.ts';

test.each([
  ['src/UserMapper.xml', true],
  ['src/usermapper-ext.xml', true],
  ['a/mapper/User.xml', true],
  ['a/sqlmaps/User.xml', true],
  ['a/mapper/b/User.xml', false],
  ['mapper/User.xml', false],
  ['a/User.xml', false],
  ['a/UserMapper.java', false],
])('%s holds statements: %s', (path, expected) => {
  expect(isMapperFile(path)).toBe(expected);
});

/** `name: what stands there` of each place. */
function found(body: string): string[] {
  const text = `<mapper>${body}</mapper>`;
  return findSubstitutions(text).map(({ start, end, code, scope }) => {
    expect(text.slice(start, end)).toBe(code);
    return `${scope}: ${code}`;
  });
}

test.each<[string, string[]]>([
  ['<select id="a">x ${b} y #{c} ${d}</select>', ['a: ${b}', 'a: ${d}']],
  [
    '<insert>${a}</insert><update id="u.v">${b}</update><delete id="d">${c}</delete>',
    [': ${a}', 'u.v: ${b}', 'd: ${c}'],
  ],
  ['<selection>${a}</selection>', []],
  ['<sql>${a}</sql>', []],
  ['<select>${ew.sql}${ewx}</select>', [': ${ewx}']],
  ['<select>${}${a{b}</select>', []],
  ['<!-- <select>${a}</select> --><select>${b}</select>', [': ${b}']],
  ['<select><!-- ${a} -->${b}</select>', [': ${b}']],
  ['<select>${a}</select><!-- <select>${b}</select>', [': ${a}']],
  ['<select>${a}', []],
  ['<select>${a}<delete>${b}</select>', [': ${a}', ': ${b}']],
])('%s', (body, expected) => {
  expect(found(body)).toEqual(expected);
});

test('a file without a mapper has none', () => {
  expect(findSubstitutions('<select>${a}</select>')).toEqual([]);
});

test('a name has at most 100 characters, a statement at most 50 places', () => {
  expect(found(`<select>\${${'a'.repeat(100)}}</select>`)).toHaveLength(1);
  expect(found(`<select>\${${'a'.repeat(101)}}</select>`)).toHaveLength(0);
  expect(found(`<select>${'${a}'.repeat(51)}</select><select>\${b}</select>`)).toHaveLength(51);
});
