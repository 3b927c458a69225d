import { describe, expect, test } from 'vitest';
import { isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { type ConfigNode, plainValue } from '../document/node.ts';
import { parseYaml } from './parse-yaml.ts';

/** Documents in every style; what they mean, and on which lines, is asked of another implementation. */
const documents = [
  'a: 1\nb: -2\nc: +3\nd: 1.5\ne: .5\nf: 1e3\ng: 1E-2\nh: 0x1F\ni: 0o17\nj: 2.',
  'a: true\nb: True\nc: TRUE\nd: false\ne: False\nf: FALSE\ng: yes\nh: on',
  'a: null\nb: Null\nc: NULL\nd: ~\ne:\nf: nil',
  'a: -1x\nb: +\nc: .\nd: 1.2.3\ne: 12 apples\nf: 1_000\ng: -x',
  'a: 9007199254740991\nb: -9007199254740991',
  'a: b: c'.replace(': c', ':c'),
  'a: x:y\nb: http://host:80/p\nc: "k": 1'.replace('\nc: "k": 1', ''),
  'a: x # comment\nb: x#no comment\nc: "x" # comment\n# whole line\nd: #nothing\n',
  '"quoted key": 1\n\'single\': 2\nspaced key : 3\n12: 4\ntrue: 5',
  'a: "x\\n\\t\\\\\\"\\/\\0\\a\\b\\e\\f\\r\\v\\N\\_\\L\\P\\ y"\nb: "\\x41\\u00e9\\U0001F600"\nc: "one\\\n   two"',
  "a: 'it''s'\nb: ''\nc: '\"'\nd: 'a\\nb'\ne: ''''",
  'a: "one\n  two\n\n  three\n\n\n  four"\nb: \'one\n  two\'\nc: 3',
  'a: "  spaces  \n   kept not  "\nb: 1',
  'a: one\n  two\n\n  three\nb: 2',
  'a: |\n  one\n  two\nb: 2',
  'a: |-\n  one\n  two\n\n\nb: 2',
  'a: |+\n  one\n\n\nb: 2',
  'a: |\n\n\n  one\n   two\n\n  three\n\nb: 2',
  'a: |2\n   one\n  two\nb: 2',
  'a: |2-\n   one\nb: |-2\n   one\nc: 1',
  'a: >\n  one\n  two\n\n  three\n\n\n  four\nb: 2',
  'a: >-\n  one\n    indented\n    more\n  back\n\n  last\nb: 2',
  'a: >+\n  one\n\nb: >\n\n  first empty\nc: 1',
  'a: >\n  one\n\t tabbed\n  two\nb: 1'.replace('\t', ' '),
  'a: | # comment\n  text # no comment\nb: 1',
  'a: |\nb: 1',
  'a: |-\nb: |+\n\nc: 1',
  '- |\n one\n- >\n two\n- three',
  '|\n one\n two',
  '--- |\n one\n',
  '--- >-\n one\n two\n',
  '- a\n- b\n-\n- c: 1\n  d: 2\n- - x\n  - y\n-   - z',
  'a:\n- 1\n- 2\nb:\n  - 3\nc: 4',
  'a:\n  b:\n    c: 1\n  d: 2\ne: 3',
  '-\n  a: 1\n-\n  - 2',
  '- a: 1\n\n  b: 2\n\n- c: 3',
  '[1, two, "three", [4, 5], {six: 7}, ]',
  '{a: 1, b: [x, y], c: {d: e}, "f": g, h: , i}',
  '{"a":1,"b":[true,false,null],"c":{"d":"e"}}',
  '[a: 1, b, "c": 2, {d: 3}: 4]'.replace(', {d: 3}: 4', ''),
  '[one\n  two, three]',
  'a: [1,\n  2,\n  # why\n  3\n]\nb: {x: 1,\n  y: 2 }\nc: 3',
  '{? a : 1, ? b}',
  'a: [x:y, http://h/, a#b, "q"]',
  'a: {x: y, z:1, "k":2}'.replace(', z:1', ''),
  '? a\n: 1\n? b\n? - c\n: 2'.replace('\n? - c\n: 2', ''),
  '? |\n  key\n: value\n? two\n:\n  three'.replace('|\n  key', 'key'),
  'a: &x 1\nb: *x\nc: &y {d: 2}\ne: *y\nf: &z\n  g: 3\nh: *z\ni: &l\n- 1\nj: *l',
  '- &a one\n- *a\n- &b [x]\n- *b\n- [&c q, *c]',
  'base: &b {x: 1, y: 2}\none:\n  <<: *b\n  y: 3\ntwo:\n  y: 4\n  <<: *b',
  'b1: &b1 {x: 1}\nb2: &b2 {x: 2, y: 2}\nc:\n  <<: [*b1, *b2]\n  z: 3',
  '%YAML 1.2\n---\na: 1\n',
  '---\na: 1\n---\nb: 2\n...\n---\nc: 3',
  'a: 1\n---\n- 2\n--- three\n',
  '# only a comment\na: 1',
  '\r\na: 1\r\nb:\r\n  - x\r\n  - y\r\nc: |\r\n  one\r\n  two\r\nd: "e\r\n  f"\r\n',
  'a:\n    - b\n    - c:\n        d\n    - e',
  'a:   spaced   \nb:\ttab\n',
  'a: --- x\nb: ...\nc: - d'.replace('\nc: - d', ''),
  'a: "---"\nb: |\n  ---\nc: 1',
  'a: !t x\nb: !t\n  - 1\nc: !!str y\nd: [!t y]\n',
  'a:\n  # comment\n  b: 1\n\n# comment\nc: 2',
  'a: [\n]\nb: {\n}\nc: []\nd: {}',
  'plain text',
  '"quoted"',
  '[]',
  'a: "#"\nb: \'#\'\nc: [ "#" ]',
  'a: *x'.replace('*x', "'*x'"),
  'very long key with spaces and, commas [brackets] {braces}: 1',
  'a: b, c\nd: e] f\ng: h} i',
  'key: value\n\n\n',
  'a:\n  - b: 1\n    c:\n    - d\n    - e\n  - f',
  'größe: ä\n"ключ": "值"\nemoji: 😀',
];

function said(text: string): unknown[] {
  const lines = new LineCounter();
  return parseAllDocuments(text, { merge: true, lineCounter: lines, logLevel: 'error' })
    .filter((document) => 'contents' in document && document.contents !== null)
    .map((document) => document.toJS());
}

describe('a document means what another implementation says', () => {
  test.each(documents)('%j', (text) => {
    const { documents: read, problems } = parseYaml(text);
    expect(problems).toEqual([]);
    expect(read.map(plainValue)).toEqual(said(text));
  });
});

describe('a value is on the line that another implementation says', () => {
  test.each(documents.filter((text) => !/<<|\*/.test(text)))('%j', (text) => {
    const counter = new LineCounter();
    const [theirs] = parseAllDocuments(text, { lineCounter: counter, logLevel: 'error' });
    const lines = new Map<string, number>();
    walkTheirs(theirs!.contents, '$', (path, offset) => lines.set(path, counter.linePos(offset).line));
    const ours = new Map<string, number>();
    walkOurs(parseYaml(text).documents[0]!, '$', (path, line) => ours.set(path, line));
    for (const [path, line] of ours) expect([path, line]).toEqual([path, lines.get(path)]);
  });
});

function walkTheirs(node: Node | null, path: string, tell: (path: string, offset: number) => void): void {
  if (isMap(node))
    for (const { key, value } of node.items) {
      const name = `${path}.${isScalar(key) ? String(key.value ?? '') : ''}`;
      tell(`${name}:key`, (key as Node).range![0]);
      walkTheirs(value as Node, name, tell);
    }
  else if (isSeq(node))
    for (const [at, item] of node.items.entries()) walkTheirs(item as Node, `${path}[${at}]`, tell);
  else if (isScalar(node) && node.value !== null) tell(path, node.range![0]);
}

function walkOurs(node: ConfigNode, path: string, tell: (path: string, line: number) => void): void {
  if (node.kind === 'mapping')
    for (const { key, line, value } of node.entries) {
      tell(`${path}.${key}:key`, line);
      walkOurs(value, `${path}.${key}`, tell);
    }
  else if (node.kind === 'sequence')
    for (const [at, item] of node.items.entries()) walkOurs(item, `${path}[${at}]`, tell);
  else if (node.kind === 'scalar' && node.value !== null && !node.tag) tell(path, node.line);
}

describe('a number that would not be written back the same stays its text', () => {
  test.each(['007', '-01', '+00', '9007199254740993', '-9007199254740993', '1e400'])('%s', (text) => {
    expect(plainValue(parseYaml(`a: ${text}`).documents[0])).toEqual({ a: text });
  });
  test('and so does every plain value where the text is asked for', () => {
    const { documents: read } = parseYaml(
      'a: 1.10\nb: true\nc:\nd: ~\ne: [0x1f, null]',
      undefined,
      'written',
    );
    expect(plainValue(read[0])).toEqual({ a: '1.10', b: 'true', c: null, d: '~', e: ['0x1f', 'null'] });
  });
});

describe('a mistake is named with its line', () => {
  test.each([
    ['a: "b', 1, 'A quoted string is not closed.'],
    ["a: 1\nb: 'c\n\n", 4, 'A quoted string is not closed.'],
    ['a: "\\q"', 1, 'An escape in a string is not known.'],
    ['a: "\\x4"', 1, 'An escape in a string is not known.'],
    ['a: "\\u12g4"', 1, 'An escape in a string is not known.'],
    ['a: [1, 2', 1, 'A comma or a closing bracket is missing.'],
    ['a: [1,\n', 2, 'A list in brackets is not closed.'],
    ['a: {b: 1,\n', 2, 'A mapping in braces is not closed.'],
    ['a: {b: 1\n  c: 2}', 2, 'A comma or a closing bracket is missing.'],
    ['a: [b\n "c"]', 2, 'A comma is missing in a list or mapping.'],
    ['a: [b\n [c]]', 2, 'A comma is missing in a list or mapping.'],
    ['a: [:]', 1, 'A value is missing.'],
    ['a: b: c', 1, 'A second mapping starts on the line of a key.'],
    ['a: "b" c', 1, 'Text follows a value that has already ended.'],
    ['a: [b] c', 1, 'Text follows a value that has already ended.'],
    ['a: 1\n b: 2', 2, 'A mapping starts inside a plain value of several lines.'],
    ['a: @b', 1, 'A plain value may not start with this character.'],
    ['a: `b', 1, 'A plain value may not start with this character.'],
    ['a: %b', 1, 'A plain value may not start with this character.'],
    ['a:\n\tb: 1', 2, 'A tab is used for indentation.'],
    ['a: *b', 1, 'The alias "b" has no anchor before it.'],
    ['a: !<b', 1, 'A tag is not closed.'],
    ['a: 1\nb', 2, 'A key without a colon, or text at the wrong indentation.'],
    ['a:\n  b: 1\n c: 2', 3, 'A key is indented wrongly.'],
    ['- a\nb: 1', 2, 'The indentation does not fit what stands above it.'],
  ])('%j', (text, line, message) => {
    expect(parseYaml(text).problems).toEqual([{ line, reason: 'malformed', message }]);
    const { documents: after, problems } = parseYaml(`${text}\n---\nnext: 1\n`);
    expect(problems).toHaveLength(1);
    expect(after.map(plainValue)).toEqual([{ next: 1 }]);
  });
});

describe('what is read is bounded', () => {
  const limits = { maxDepth: 3, maxDocuments: 2, maxNodes: 10 };
  test.each([
    ['[[1]]', '[[[1]]]'],
    ['{a: {b: 1}}', '{a: {b: {c: {d: 1}}}}'],
    ['a:\n  b: 1', 'a:\n  b:\n    c: 1'],
    ['[1, 2, 3, 4]', '[1, 2, 3, 4, 5]'],
    ['a\n---\nb', 'a\n---\nb\n---\nc'],
    ['- &a [1]\n- *a', '- &a [1, 2]\n- *a\n- *a'],
  ])('%j is read, %j is not', (most, more) => {
    expect(parseYaml(most, limits).problems).toEqual([]);
    expect(parseYaml(more, limits).problems).toMatchObject([{ reason: 'budget_exceeded' }]);
  });
});

test('a key that is given twice is named where it is given again', () => {
  const { problems } = parseYaml('a: 1\nb: {c: 1}\na: 2\nb: 3\n');
  expect(problems).toEqual([
    { line: 3, reason: 'duplicate_key', message: 'The key "a" is given twice; the last one counts.' },
  ]);
});
