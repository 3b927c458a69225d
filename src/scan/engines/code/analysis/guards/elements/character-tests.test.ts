import { expect, test } from 'vitest';
import { createParser } from '../../../../../syntax/parser.ts';
import { InspectedFile } from '../../../inspect-file.ts';
import type { Expr } from '../../../ir/ir.ts';
import { charactersWhere } from './character-tests.ts';

const parser = await createParser();

/** The characters with which a condition about `c` may hold, as ranges would show them. */
async function where(path: string, text: string, outcome = true): Promise<string> {
  const { module } = (await InspectedFile.open(path, text, parser))!;
  const statement = module.body.find(({ k }) => k === 'function');
  const body = statement?.k === 'function' ? statement.fn.body[0] : undefined;
  const condition = body?.k === 'return' ? (body.value as Expr) : undefined;
  const flags = charactersWhere(condition!, 'c', outcome);
  const shown = [...flags].map((flag, code) =>
    flag && code > 31 && code < 127 ? String.fromCharCode(code) : '',
  );
  return `${shown
    .join('')
    .replace('0123456789', '0-9')
    .replace(/ABC.*XYZ/, 'A-Z')
    .replace(/abc.*xyz/, 'a-z')}${flags[128] ? '…' : ''}`;
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
