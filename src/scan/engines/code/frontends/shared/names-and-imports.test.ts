import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { ImportLog } from './import-log.ts';
import { plainName } from './plain-name.ts';

const parser = await createParser();

test.each([
  ['eval', 'eval'],
  ['\\u0065val', 'eval'],
  ['\\u{65}val', 'eval'],
  ['\\U00000065val', 'eval'],
  ['\\u{10ffff}', '\u{10ffff}'],
  ['\\u{110000}', '\\u{110000}'],
  ['\\u006', '\\u006'],
  ['ｅｖａｌ', 'eval'],
])('%s is the name %s', (written, plain) => {
  expect(plainName(written)).toBe(plain);
});

describe('what a file imports', () => {
  const text = 'a;\nb;\nc;\n"d";\n`e`;\n`f${g}`;\n"";\nh("i");\nh(j);\nh();\n';
  const log = () => new ImportLog(parser.parse('a.js', text)!, text);

  test('each with the line of its first mention, in any order', () => {
    const found = log();
    const [a, b, c] = found.nodes('identifier');
    found.add('z', c!);
    found.add('y', a!);
    found.add('x', b!, ['s', 't']);
    found.add('y', c!);
    found.add('', a!);
    expect(found.finish()).toEqual({
      modules: [
        ['z', 3],
        ['y', 1],
        ['x', 2, ['s', 't']],
      ],
    });
  });

  test('names of at most 300 characters', () => {
    const found = log();
    for (const length of [300, 301]) {
      found.add('m'.repeat(length), 0);
      found.mention('n'.repeat(length));
      found.addMember('o'.repeat(length));
    }
    const { modules, mentions, members } = found.finish();
    expect([modules.length, mentions?.length, members?.length]).toEqual([1, 1, 1]);
  });

  test('at most 5,000 modules and mentions, 20,000 members, which are sorted', () => {
    const found = log();
    for (let at = 0; at < 20_001; at++) {
      found.addMember(`m${at}`);
      if (at > 5_000) continue;
      found.add(`m${at}`, 0);
      found.mention(`m${at}`);
    }
    const { modules, mentions, members } = found.finish();
    expect([modules.length, mentions!.length, members!.length]).toEqual([5_000, 5_000, 20_000]);
    expect(members!.slice(0, 3)).toEqual(['m0', 'm1', 'm10']);
  });

  test('texts that nothing is put into', () => {
    const found = log();
    const texts = found.nodes('string', 'template_string').map((node) => found.literal(node));
    expect(texts).toEqual(['d', 'e', undefined, '', 'i']);
    expect(found.literal(found.nodes('identifier')[0]!)).toBeUndefined();
    expect(found.nodes('call_expression').map((node) => found.firstArgument(node))).toEqual([
      'i',
      undefined,
      undefined,
    ]);
    expect(found.firstArgument(found.nodes('identifier')[0]!)).toBeUndefined();
  });
});
