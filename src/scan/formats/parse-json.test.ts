import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DataNode } from './data-node.ts';
import { MalformedFile } from './malformed-file.ts';
import { parseJson } from './parse-json.ts';
import type { ReadingProblems } from './reading-problems.ts';

function plain(node: DataNode): unknown {
  const { value } = node;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

test('what JSON.parse reads is read alike', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(JSON.stringify(plain(parseJson(text, [])))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('what JSON.parse refuses is refused', () => {
  const piece = fc.constantFrom(...'{}[],:"1-.e \\n'.split(''), 'true', 'null', '"a"', '\\"', '0');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      let isValid = true;
      try {
        JSON.parse(text);
      } catch {
        isValid = false;
      }
      if (isValid) expect(() => parseJson(text, [])).not.toThrow();
      else expect(() => parseJson(text, [])).toThrow(MalformedFile);
    }),
  );
});

test('every value has its line, also after comments and a byte order mark', () => {
  const text = '\ufeff{\n  "a": 1, // one\n  /* two\n lines */ "b": [\n    2,\n  ],\n}\n';
  const root = parseJson(text, [], { relaxed: true });
  expect(root.line).toBe(1);
  expect(root.get('a')!.line).toBe(2);
  expect(root.get('b')!.line).toBe(4);
  expect((root.get('b')!.value as DataNode[])[0]!.line).toBe(5);
});

test('a key that is there twice is reported, and the last value counts', () => {
  const problems: ReadingProblems = [];
  const root = parseJson('{"a": 1,\n"a": 2}', problems);
  expect(root.get('a')!.value).toBe(2);
  expect(problems).toEqual([
    { reason: 'duplicate_key', message: expect.stringContaining('"a" (lines 1 and 2)') },
  ]);
  const many: ReadingProblems = [];
  parseJson(`{${Array.from({ length: 7 }, () => '"a": 1').join(',')}}`, many);
  expect(many[0]!.message).toContain('and 1 more');
});

describe('is refused', () => {
  test.each([
    ['{"a": 1,}', 'a key was expected', false],
    ['[1,]', 'a value was expected', false],
    ['// a\n1', 'a value was expected', false],
    ['/ 1', 'a value was expected', true],
    ['{a: 1}', 'a key was expected', true],
    ['{"a" 1}', '":" was expected', true],
    ['{"a": 1 "b": 2}', '"," or "}" was expected', true],
    ['[1 2]', '"," or "]" was expected', true],
    ['"a', 'a text is not closed', true],
    ['"\\x"', 'a text has an invalid escape', true],
    ['1 2', 'text after the end of the document', true],
    ['\n\n}', '(line 3)', true],
    ['['.repeat(258), 'more than 256 levels deep', true],
  ])('%j', (text, message, relaxed) => {
    expect(() => parseJson(text, [], { relaxed })).toThrow(message);
  });
});

/** Values with their lines: `{"a":1@2}@1`. */
function placed({ line, value }: DataNode): string {
  if (value instanceof Map)
    return `{${[...value].map(([key, inner]) => `${JSON.stringify(key)}:${placed(inner)}`).join()}}@${line}`;
  if (Array.isArray(value)) return `[${value.map(placed).join()}]@${line}`;
  return `${JSON.stringify(value)}@${line}`;
}

// biome-ignore format: one line for each row
test.each([
  [' \t\r\n{ \n"a" \n: \n[ \n1 \n, \n2 \n] \n, \n"b" \n: \ntrue \n} \n', '{"a":[1@6,2@8]@5,"b":true@13}@2', false],
  ['[true,false,null,-0.5e+3,"",0]', '[true@1,false@1,null@1,-500@1,""@1,0@1]@1', false],
  [String.raw`["\"","\\","\\\"","\\\\","a\"b\"c"]`, String.raw`["\""@1,"\\"@1,"\\\""@1,"\\\\"@1,"a\"b\"c"@1]@1`, false],
  ['{}', '{}@1', false], ['[]', '[]@1', false], ['[[],{}]', '[[]@1,{}@1]@1', false], ['{"":1}', '{"":1@1}@1', false],
  ['{"a":1,}', '{"a":1@1}@1', true], ['[1,]', '[1@1]@1', true], ['/**/1', '1@1', true], ['//\n1', '1@2', true], ['//a\n//b\n1', '1@3', true], ['/*\n*/1', '1@2', true], ['/* * / */1', '1@1', true], ['1//', '1@1', true], ['1/*', '1@1', true], ['1//a\n', '1@1', true], ['[1/*a*/,/*b*/2//c\n]', '[1@1,2@1]@1', true], ['"/*"', '"/*"@1', true], ['/*/*/1', '1@1', true],
] as Array<[string, string, boolean]>)('%j is %s', (text, expected, relaxed) => {
  expect(placed(parseJson(text, [], { relaxed }))).toBe(expected);
});

test.each(['[', '{"a":'])('256 levels of %s are read', (open) => {
  const nested = (levels: number) => `${open.repeat(levels)}1${(open === '[' ? ']' : '}').repeat(levels)}`;
  expect(() => parseJson(nested(256), [])).not.toThrow();
  expect(() => parseJson(nested(257), [])).toThrow('more than 256 levels deep (line 1)');
});

// biome-ignore format: one line for each row
test.each([
  ['"', 'a text is not closed (line 1)'], ['"a\\"', 'a text is not closed (line 1)'], ['[1\n,"a', 'a text is not closed (line 2)'], ['"\u0001"', 'a text has an invalid escape (line 1)'], ['', 'a value was expected (line 1)'], ['-', 'a value was expected (line 1)'], ['{"a":1', '"," or "}" was expected (line 1)'], ['{"a"', '":" was expected (line 1)'], ['/*\n\n*/ x', 'a value was expected (line 3)'],
])('%j is refused: %s', (text, message) => {
  expect(() => parseJson(text, [], { relaxed: true })).toThrow(`Not valid JSON: ${message}`);
});

test('five keys that are there twice are named, shortened to eighty characters', () => {
  const told = (keys: string[]) => {
    const problems: ReadingProblems = [];
    parseJson(`{${keys.flatMap((key) => [`"${key}":1`, `"${key}":2`]).join()}}`, problems);
    return problems.map(({ message }) => message);
  };
  const named = (...keys: string[]) => keys.map((key) => `"${key}" (lines 1 and 1)`).join(', ');
  const end = '. The last value was read, the others were not.';
  expect(told([])).toEqual([]);
  expect(told(['a', 'b', 'c', 'd', 'e'])).toEqual([
    `Keys stand twice: ${named('a', 'b', 'c', 'd', 'e')}${end}`,
  ]);
  expect(told(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([
    `Keys stand twice: ${named('a', 'b', 'c', 'd', 'e')} and 1 more${end}`,
  ]);
  expect(told(['k'.repeat(80)])).toEqual([`Keys stand twice: ${named('k'.repeat(80))}${end}`]);
  expect(told(['k'.repeat(81)])).toEqual([`Keys stand twice: ${named(`${'k'.repeat(80)}…`)}${end}`]);
});
