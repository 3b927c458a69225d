import { expect, test } from 'vitest';
import type { DataNode } from './data-node.ts';
import { parseToml } from './parse-toml.ts';

/** Every value as `path=value@line`; a table or list as `path@line`. */
function flat(node: DataNode, path = ''): string[] {
  const value = node.value;
  if (value instanceof Map)
    return [`${path}@${node.line}`, ...[...value].flatMap(([key, part]) => flat(part, `${path}/${key}`))];
  if (Array.isArray(value))
    return [`${path}@${node.line}`, ...value.flatMap((part, i) => flat(part, `${path}/${i}`))];
  return [`${path}=${JSON.stringify(value)}@${node.line}`];
}

test.for([
  [
    'values of every kind',
    'a = "x"\nb = 1\nc = true\nd = 1.5\ne = 2020-01-02\n',
    ['@1', '/a="x"@1', '/b=1@2', '/c=true@3', '/d=1.5@4', '/e="2020-01-02"@5'],
  ],
  [
    'a table',
    'x = 1\n\n[a]\nb = 1\n\n[a.c]\nd = 2\n',
    ['@1', '/x=1@1', '/a@3', '/a/b=1@4', '/a/c@6', '/a/c/d=2@7'],
  ],
  [
    'lists of tables, each with its lines',
    '[[p]]\nname = "a"\n\n[[p]]\nname = "b"\n[p.deep]\nx = 1\n[[p.list]]\ny = 1\n[[p.list]]\ny = 2\n',
    [
      '@1',
      '/p@1',
      '/p/0@1',
      '/p/0/name="a"@2',
      '/p/1@4',
      '/p/1/name="b"@5',
      '/p/1/deep@6',
      '/p/1/deep/x=1@7',
      '/p/1/list@4',
      '/p/1/list/0@8',
      '/p/1/list/0/y=1@9',
      '/p/1/list/1@10',
      '/p/1/list/1/y=2@11',
    ],
  ],
  ['quoted keys', '"a.b" = 1\n[\'c d\']\n"e" = 2\n', ['@1', '/a.b=1@1', '/c d@2', '/c d/e=2@3']],
  ['dotted keys', 'a.b.c = 1\na.b.d = 2\n', ['@1', '/a@1', '/a/b@1', '/a/b/c=1@1', '/a/b/d=2@2']],
  [
    'a list over several lines',
    'a = [\n  1,\n  2,\n]\nb = { c = 1 }\n',
    ['@1', '/a@1', '/a/0=1@1', '/a/1=2@1', '/b@5', '/b/c=1@5'],
  ],
  ['comments and blanks', '# one\n  [ a ] # two\n  b = 1 # three\n', ['@1', '/a@2', '/a/b=1@3']],
  [
    'a key-like line in a text, which lends its line',
    'a = """\nb = 1\n"""\nb = 2\n',
    ['@1', '/a="b = 1\\n"@1', '/b=2@2'],
  ],
] as Array<[string, string, string[]]>)('%s', ([, text, expected]) => {
  expect(flat(parseToml(text))).toEqual(expected);
});

test.for([
  ['a = 9007199254740993\n', 'Not valid TOML (line 1).'],
  ['a = [1, 2\n', 'Not valid TOML (line 2).'],
  ['a = 1\nb = x y\n', 'Not valid TOML (line 2).'],
  [`${Array(129).fill('a').join('.')} = 1\n`, 'Not readable TOML: a key of more than 128 parts.'],
  [`[${Array(129).fill('a').join('.')}]\n`, 'Not readable TOML: a key of more than 128 parts.'],
] as Array<[string, string]>)('%j is refused with its line', ([text, expected]) => {
  let message: string | undefined;
  try {
    parseToml(text);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toEqual(expected);
});

test('a key of 128 parts is read, and so is a long one without any', () => {
  expect(flat(parseToml(`${Array(128).fill('a').join('.')} = 1\n`)).at(-1)).toContain('=1@1');
  expect(flat(parseToml(`${'a'.repeat(300)} = "${'.'.repeat(300)}"\n`))).toHaveLength(2);
});
