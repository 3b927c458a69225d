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
