import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../kernel/json/exact-number.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { ContentFlag, ContentGuard, FlagKind } from './content-guard.ts';
import type { EffectivePolicy } from './guard-policy.ts';
import { guardMetadata } from './guarded-metadata.ts';
import { metadataText, pointer, withTexts } from './metadata-text.ts';

const off: EffectivePolicy = { secrets: 'off', instructions: 'off', hidden: 'off', pii: 'off' };

/** Finds what these patterns match, and notes every text that it is given. */
function guardOf(patterns: Partial<Record<FlagKind, RegExp>>): ContentGuard & { seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    inspect: (text, kinds) => {
      seen.push(text);
      return [...kinds].flatMap((kind): ContentFlag[] => {
        const pattern = patterns[kind];
        if (!pattern) return [];
        return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
          kind,
          ruleId: kind,
          start: index,
          end: index + found.length,
        }));
      });
    },
  };
}

describe('metadata as a text', () => {
  test('has a line for each key, with its values in quotes', () => {
    const { text, values, keys } = metadataText({ a: 'x', b: { c: ['y', 'z'], d: true }, e: null });
    expect(text).toBe('a = "x" \nb = \nc = "y" "z" \nd = \n\ne = \n');
    for (const part of [...values, ...keys]) expect(text.slice(part.start, part.end)).toBe(part.value);
    expect(values.map(({ path }) => path.join('/'))).toEqual(['a', 'b/c/0', 'b/c/1']);
    expect(keys.map(({ path }) => path.join('/'))).toEqual(['a', 'b', 'b/c', 'b/d', 'e']);
  });

  test('has numbers of eight digits or more', () => {
    const numbers = {
      a: 1234567,
      b: 12345678,
      c: new ExactNumber('12345678901234567890'),
      d: new ExactNumber('1.0'),
    };
    const { text, values } = metadataText(numbers as unknown as JsonObject);
    expect(values.map(({ value }) => value)).toEqual(['12345678', '12345678901234567890']);
    expect(text).toBe('a = \nb = "12345678" \nc = "12345678901234567890" \nd = \n');
  });

  test('has values of less than 200 letters; longer ones are only told of', () => {
    const [short, long] = ['s'.repeat(199), 'l'.repeat(200)];
    const { text, values } = metadataText({ short, long });
    expect(text).toBe(`short = "${short}" \nlong = \n`);
    expect(values.map(({ value, start, end }) => [value.length, end - start])).toEqual([
      [199, 199],
      [200, 0],
    ]);
  });

  test('of nothing is nothing', () => {
    expect(metadataText({})).toEqual({ text: '', values: [], keys: [] });
  });

  test('some texts of it can be others, and nothing else changes', () => {
    const metadata = JSON.parse('{"a":["x",{"b/c":"y"}],"__proto__":{"z":"w"},"n":1,"~":null}') as JsonObject;
    const changed = withTexts(
      metadata,
      new Map([
        ['/a/1/b~1c', 'Y'],
        ['/a/0', 'X'],
        ['/__proto__/z', 'W'],
      ]),
    );
    expect(JSON.stringify(changed)).toBe('{"a":["X",{"b/c":"Y"}],"__proto__":{"z":"W"},"n":1,"~":null}');
    expect(JSON.stringify(metadata)).toContain('"x"');
    expect([pointer([]), pointer(['a~b', 'c/d', ''])]).toEqual(['', '/a~0b/c~1d/']);
  });
});

describe('a policy for metadata', () => {
  const policy = (more: Partial<EffectivePolicy>): EffectivePolicy => ({ ...off, ...more });

  test('finds what a value is called, and flags the value where it is', () => {
    const guard = guardOf({ secrets: /(?<=password = ")[^"]+/g });
    const found = guardMetadata(guard, policy({ secrets: 'flag' }), {
      password: 'hunter2',
      other: 'hunter2',
    });
    expect(found).toMatchObject({
      metadata: { password: 'hunter2', other: 'hunter2' },
      flags: [{ kind: 'secrets', path: '/metadata/password', start: 0, end: 7, action: 'flagged' }],
      rejected: [],
    });
    expect(found.flags).toHaveLength(1);
    // Short values say something only with their keys.
    expect(guard.seen).toHaveLength(1);
  });

  test('looks at values of twelve letters or more by themselves as well, and counts nothing twice', () => {
    const guard = guardOf({ secrets: /KEY\d+/g });
    const metadata = { a: 'xxxx KEY1234', b: 'xxx KEY1234', c: 'none of this' };
    const { flags } = guardMetadata(guard, policy({ secrets: 'flag' }), metadata);
    expect(guard.seen.slice(1)).toEqual(['xxxx KEY1234', 'none of this']);
    expect(flags.map(({ path, start, end }) => [path, start, end])).toEqual([
      ['/metadata/a', 5, 12],
      ['/metadata/b', 4, 11],
    ]);
  });

  test('of two that overlap the first and longest counts, of each kind by itself', () => {
    const guard: ContentGuard = {
      inspect: (text) =>
        text.includes(' = ')
          ? [{ kind: 'secrets', ruleId: 'named', start: text.indexOf('abc'), end: text.indexOf('abc') + 10 }]
          : [
              { kind: 'secrets', ruleId: 'inside', start: 2, end: 8 },
              { kind: 'pii', ruleId: 'other kind', start: 2, end: 8 },
              { kind: 'secrets', ruleId: 'beyond', start: 8, end: 12 },
              { kind: 'secrets', ruleId: 'behind', start: 12, end: 14 },
            ],
    };
    const { flags } = guardMetadata(guard, policy({ secrets: 'flag', pii: 'flag' }), {
      k: 'abcdefghijklmnop',
    });
    expect(flags.map(({ ruleId, start, end }) => `${ruleId} ${start} ${end}`)).toEqual([
      'named 0 10',
      'other kind 2 8',
      'beyond 8 12',
      'behind 12 14',
    ]);
  });

  test('redacts in a copy, and leaves what is not touched', () => {
    const guard = guardOf({ secrets: /KEY\d+/g });
    const metadata = { a: { b: ['KEY1', 'tea'] }, c: 'tea' };
    const found = guardMetadata(guard, policy({ secrets: 'redact' }), metadata);
    expect(JSON.stringify(found.metadata)).not.toContain('KEY1');
    expect(found.metadata).toMatchObject({ a: { b: [expect.any(String), 'tea'] }, c: 'tea' });
    expect(found.flags).toMatchObject([{ path: '/metadata/a/b/0', action: 'redacted' }]);
    expect(metadata.a.b[0]).toBe('KEY1');
    const clean = { c: 'tea' };
    expect(guardMetadata(guard, policy({ secrets: 'redact' }), clean).metadata).toBe(clean);
  });

  test('rejects a value where it should', () => {
    const found = guardMetadata(guardOf({ secrets: /KEY\d+/g }), policy({ secrets: 'reject' }), {
      a: 'KEY1',
    });
    expect(found.rejected).toMatchObject([{ kind: 'secrets', start: 0, end: 4 }]);
    expect(found.metadata).toEqual({ a: 'KEY1' });
  });

  test.each<[action: 'flag' | 'redact' | 'reject', flags: number, rejected: number]>([
    ['flag', 1, 0],
    ['redact', 0, 1],
    ['reject', 0, 1],
  ])('%s of what is in a key: it cannot be rewritten', (action, flags, rejected) => {
    const found = guardMetadata(guardOf({ secrets: /KEY\d+/g }), policy({ secrets: action }), {
      'my KEY1': 'tea',
    });
    expect([found.flags.length, found.rejected.length]).toEqual([flags, rejected]);
    if (flags)
      expect(found.flags[0]).toMatchObject({
        path: '/metadata/my KEY1',
        start: 3,
        end: 7,
        action: 'flagged',
      });
    expect(found.metadata).toEqual({ 'my KEY1': 'tea' });
  });

  test('a flag over several parts is in each that it touches, and in none that it only meets', () => {
    const guard: ContentGuard = {
      inspect: (text) => (text.includes(' = ') ? [{ kind: 'pii', ruleId: 'r', start: 1, end: 7 }] : []),
    };
    // `ab = "cd" ` and the next line: it covers `b` of the key and `c` of the value.
    const { flags } = guardMetadata(guard, policy({ pii: 'flag' }), { ab: 'cd', ef: 'gh' });
    expect(flags.map(({ path, start, end }) => [path, start, end])).toEqual([
      ['/metadata/ab', 0, 1],
      ['/metadata/ab', 1, 2],
    ]);
    const beside: ContentGuard = {
      inspect: (text) => (text.includes(' = ') ? [{ kind: 'pii', ruleId: 'r', start: 2, end: 6 }] : []),
    };
    expect(guardMetadata(beside, policy({ pii: 'flag' }), { ab: 'cd' }).flags).toEqual([]);
  });

  test('hidden characters go first, so that nothing hides behind them, and places are those of what is left', () => {
    const guard = guardOf({ hidden: /~/g, secrets: /KEY\d+/g });
    const found = guardMetadata(guard, policy({ hidden: 'strip', secrets: 'flag' }), {
      a: 'x K~EY1 ~end',
      b: '~',
    });
    expect(found.metadata).toEqual({ a: 'x KEY1 end', b: '' });
    expect(found.flags.map(({ kind, action, path, start, end }) => [kind, action, path, start, end])).toEqual(
      [
        ['hidden', 'stripped', '/metadata/a', 3, 3],
        ['hidden', 'stripped', '/metadata/a', 7, 7],
        ['hidden', 'stripped', '/metadata/b', 0, 0],
        ['secrets', 'flagged', '/metadata/a', 2, 6],
      ],
    );
    const redacted = guardMetadata(guard, policy({ hidden: 'strip', secrets: 'redact' }), {
      a: 'KEY1 ~end of it',
    });
    const text = String(redacted.metadata['a']);
    const hidden = redacted.flags.find(({ kind }) => kind === 'hidden')!;
    expect(text.slice(hidden.start)).toBe('end of it');
    // In a key they stay, and nobody is told: a key is a name.
    expect(guardMetadata(guard, policy({ hidden: 'strip' }), { 'a~': 'tea' })).toMatchObject({
      flags: [],
      rejected: [],
    });
  });

  test('metadata of nothing is not looked at', () => {
    const guard = guardOf({ secrets: /./g });
    expect(guardMetadata(guard, policy({ secrets: 'flag' }), {})).toMatchObject({ metadata: {}, flags: [] });
    expect(guard.seen).toEqual([]);
  });
});
