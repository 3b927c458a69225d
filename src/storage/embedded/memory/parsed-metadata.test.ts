import { expect, test } from 'vitest';
import { ParsedMetadata } from './parsed-metadata.ts';

test('a text is parsed once, and nobody can change what others have as well', () => {
  const parsed = new ParsedMetadata();
  const text = '{"tags":["a",{"n":9007199254740993}],"b":true}';
  const first = parsed.of(text);
  expect(parsed.of(text)).toBe(first);
  expect(JSON.stringify(first)).toBe(text);
  expect(() => Object.assign(first, { b: false })).toThrow(TypeError);
  expect(() => (first['tags'] as string[]).push('c')).toThrow(TypeError);
});

test('what is long or was seen long ago is parsed again', () => {
  const parsed = new ParsedMetadata();
  const long = JSON.stringify({ text: 'x'.repeat(600) });
  expect(parsed.of(long)).toEqual(parsed.of(long));
  expect(parsed.of(long)).not.toBe(parsed.of(long));
  const first = parsed.of('{"n":0}');
  for (let n = 1; n <= 4_096; n++) parsed.of(`{"n":${n}}`);
  expect(parsed.of('{"n":0}')).not.toBe(first);
  expect(parsed.of('{"n":0}')).toEqual({ n: 0 });
});
