import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Layer } from '../candidate.ts';
import { assignmentAt } from './assignment-at.ts';

const syntaxes = ['code', 'config'] as const;

/** What is read around the first `pass` of a text in code and in a configuration: `name operator value`; nothing where nothing is. */
function read(text: string, syntax: (typeof syntaxes)[number], spaced: boolean): string | undefined {
  const bytes = Buffer.from(text, 'latin1');
  const layer = { bytes, context: { syntax } } as unknown as Layer;
  const at = text.toLowerCase().indexOf('pass');
  const found = assignmentAt(layer, at, at + 4, spaced);
  if (!found) return undefined;
  const part = (from: number, to: number) => bytes.toString('latin1', from, to);
  const marks = `${found.quoted ? ' quoted' : ''}${found.continues ? ' continues' : ''}`;
  return `${part(found.nameStart, found.nameEnd)} ${found.operator} ${part(found.valueStart, found.valueEnd)}${marks}`;
}

/** One line for each text in which a value is found, the differences between syntaxes and kinds of names behind it. */
function told(texts: Iterable<string>): string {
  const lines = [...new Set(texts)].flatMap((text) => {
    const [first, ...others] = syntaxes.flatMap((syntax) =>
      [false, true].map((spaced) => read(text, syntax, spaced)),
    );
    const differences = others.map((other) => (other === first ? '=' : (other ?? 'nothing')));
    if (first === undefined && differences.every((each) => each === '=')) return [];
    const behind = differences.every((each) => each === '=') ? '' : ` | ${differences.join(' | ')}`;
    return [`${JSON.stringify(text)} -> ${first ?? 'nothing'}${behind}`];
  });
  return `${lines.join('\n')}\n`;
}

// biome-ignore format: one line for each
const before = ['', '"', '<', '--', '${', '{', '?', "['", "define('", ", '", '| ', '<add key="', '<key>', 'host=a;', 'variable "', '{"name": "'];
// biome-ignore format: many in a line
const between = [
  '=', ' = ', ':', ': ', '::', ':=', '::=', ':::=', '=>', '=~', '==', '===', '!=', '!==', '!', ' || ', '||=', '|', ' | ', '?=', '??=', '??', '?', '+=', '+', '.=', '.', ' - ', '-', ', ', '(', '[', '[] = ', '[1] = ', '[1] == ', '[1] => ', '[1 = ', '>', ' ', '\t', ' is ', ' string = ', ' As String = ', ' a b c = ', ': str = ', ': Option<&str> = ', ': a ? = ', ':-', ':+', ':?', "'] = ", '": ', "', ", "' , ", '" value=', '" content=', '" other=', '\\": ', ' key: ', ' a b c d = ', ']', '</key>\n<string>', '\n  value: ', '", "value": ', '" {\n  default = ',
];
const plain = ['x1', '"x1"'];
const operators = [
  '=',
  ': ',
  '==',
  ' ',
  ' is ',
  '(',
  ' | ',
  "', ",
  '>',
  '</key><string>',
  ' key: ',
  ' string = ',
];
// biome-ignore format: many in a line
const values = [
  "'x1'", '`x1`', 'r"x1"', 'rb"x1"', '@"x1"', '$"x1"', 'R"x1"', 'x"x1"', 'r."x1"', '"""x1"""', '""', '"x1', '"x\\"1"', '"x\\\\"', '\\"x1\\"', '\\"x1', '\\"x1"', '\\"x\\n1\\"', 'x1;', 'x1, y', 'x1)', 'x1]};\\', 'x1\\n', 'x1\\r', 'x1\\t', 'x1 more', 'x1 a=b', 'x1 a:"b"', 'x1 a: b', 'x1 a=', 'x1  ;', '>-', '>+', '>', '> x1', '|', '|\n  x1234\n', '>-\n  x1234\nb: c', '>-\n  x1234\n  y', '|\n\n', '|+\r\n\tx1234\r\n', "'\"x1\"'", "'\"x12\"'", '\'""\'', 'x1|y', '|x1', '+ x', 'x1</password>', ' x1 </b>', '\nx1\n</b>', '<![CDATA[x1]]></b>', 'x1<b>', 'x1>', 'x1&b=c', 'x1#b', '&b', 'x1;User=b', 'x1;2=b', "env.KEY || 'x12'", 'get("a", "x12")', "'x1' + y", '"{0}", x', 'x1\u0000y', 'x1\u007f',
];

const golden = (name: string) => join(import.meta.dirname, 'read', `${name}.txt`);

test.each(plain)('what is read around a name, by what is before and behind it, of %s', async (value) => {
  const texts = before.flatMap((head) => between.map((middle) => `${head}password${middle}${value}`));
  await expect(told(texts)).toMatchFileSnapshot(golden(value.startsWith('"') ? 'quoted' : 'bare'));
});

test('what is read as a value', async () => {
  const texts = operators.flatMap((middle) => values.map((value) => `password${middle}${value}`));
  await expect(told([...texts, ...values.map((value) => `<password>${value}`)])).toMatchFileSnapshot(
    golden('values'),
  );
});

/** Limits of lengths: the last that is read, with one more it is another value or none. */
test.for([
  ['blanks before the sign', (n: number) => `password${' '.repeat(n)}= x1`, 48],
  ['blanks behind the sign', (n: number) => `password=${' '.repeat(n)}"x1"`, 48],
  ['blanks behind a colon', (n: number) => `password:${' '.repeat(n)}"x1"`, 48],
  ['a bare value', (n: number) => `password=${'x'.repeat(n)}`, 1199],
  ['a value in quotes', (n: number) => `password="${'x'.repeat(n)}"`, 1199],
  ['a value in escaped quotes', (n: number) => `\\"password\\": \\"${'x'.repeat(n)}\\"`, 1199],
  ['a name behind the word', (n: number) => `pass${'x'.repeat(n)}=x1`, 80],
  ['a type', (n: number) => `password ${'x'.repeat(n)} = "x1"`, 24],
  ['a size', (n: number) => `password[${'1'.repeat(n)}] = "x1"`, 23],
  ['a type behind a colon', (n: number) => `password: ${'y'.repeat(n)} = "x1"`, 46],
  [
    'blanks of a value in a list',
    (n: number) => `<key>password</key>${' '.repeat(n)}<string>x1</string>`,
    48,
  ],
  ['a name in a list', (n: number) => `<key>pass${'x'.repeat(n)}</key><string>x1</string>`, 40],
  ['closing signs of a name', (n: number) => `password${']'.repeat(n)} = x1`, 4],
  ['blanks in front of a first argument', (n: number) => `f(${' '.repeat(n)}'password', 'x1')`, 8],
  ['blanks between the fields of a record', (n: number) => `name: password\n${' '.repeat(n)}value: x1`, 40],
  ['an element before its end', (n: number) => `<password ${'a'.repeat(n)}>x1</password>`, 100],
] as Array<[string, (n: number) => string, number]>)('%s: how many are read', ([, text, most]) => {
  const found = (n: number) => {
    const name = /^(?:.*?)(\S*) (?:assign|argument|element) x+1?(?: quoted)?$/.exec(
      read(text(n), 'code', false) ?? '',
    );
    return name !== null;
  };
  expect([most - 1, most, most + 1].map(found)).toEqual([true, true, false]);
});
