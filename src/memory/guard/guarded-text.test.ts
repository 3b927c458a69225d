import { describe, expect, test } from 'vitest';
import type { ContentFlag, ContentGuard, FlagKind } from './content-guard.ts';
import type { EffectivePolicy } from './guard-policy.ts';
import { guardText, kindsOf, rewriteText } from './guarded-text.ts';

const policy = (change: Partial<EffectivePolicy> = {}): EffectivePolicy => ({
  secrets: 'redact',
  instructions: 'flag',
  hidden: 'strip',
  pii: 'off',
  ...change,
});
const flag = (kind: FlagKind, start: number, end: number, ruleId = 'r') =>
  ({ kind, ruleId, start, end }) as ContentFlag;
const places = (flags: ReadonlyArray<{ start: number; end: number; action: string }>) =>
  flags.map(({ start, end, action }) => [start, end, action]);

describe('a text that is rewritten', () => {
  test.each<[string, ContentFlag[], string, unknown[]]>([
    ['nothing found', [], '0123456789', []],
    ['only flagged', [flag('instructions', 2, 4)], '0123456789', [[2, 4, 'flagged']]],
    ['redacted', [flag('secrets', 2, 4)], '01[redacted:r]456789', [[2, 14, 'redacted']]],
    ['stripped', [flag('hidden', 2, 4)], '01456789', [[2, 2, 'stripped']]],
    [
      'at its beginning and its end',
      [flag('secrets', 0, 1), flag('hidden', 9, 10)],
      '[redacted:r]12345678',
      [
        [0, 12, 'redacted'],
        [20, 20, 'stripped'],
      ],
    ],
    [
      'what is flagged behind, before and around a cut moves with the text',
      [
        flag('instructions', 0, 2),
        flag('hidden', 4, 6),
        flag('instructions', 3, 8),
        flag('instructions', 6, 10),
      ],
      '01236789',
      [
        [0, 2, 'flagged'],
        [4, 4, 'stripped'],
        [3, 6, 'flagged'],
        [4, 8, 'flagged'],
      ],
    ],
    [
      'inside of a cut is at its beginning',
      [flag('secrets', 2, 8), flag('instructions', 3, 5)],
      '01[redacted:r]89',
      [
        [2, 14, 'redacted'],
        [2, 2, 'flagged'],
      ],
    ],
    [
      'cuts that overlap are one',
      [flag('secrets', 2, 5, 'a'), flag('secrets', 4, 7, 'b')],
      '01[redacted:a]789',
      [
        [2, 2, 'redacted'],
        [2, 14, 'redacted'],
      ],
    ],
    [
      'of two that begin together the longer one counts',
      [flag('hidden', 2, 3), flag('secrets', 2, 5, 'a')],
      '01[redacted:a]56789',
      [
        [2, 2, 'stripped'],
        [2, 14, 'redacted'],
      ],
    ],
    [
      'cuts that touch are two',
      [flag('secrets', 2, 4, 'a'), flag('secrets', 4, 6, 'b')],
      '01[redacted:a][redacted:b]6789',
      [
        [2, 14, 'redacted'],
        [14, 26, 'redacted'],
      ],
    ],
  ])('%s', (_, found, text, flags) => {
    const rewritten = rewriteText('0123456789', found, policy());
    expect(rewritten.text).toBe(text);
    expect(places(rewritten.flags)).toEqual(flags);
    expect(rewritten.rejected).toEqual([]);
  });

  test('is left as it is where something makes it rejected', () => {
    const found = [flag('secrets', 2, 4), flag('instructions', 5, 6)];
    const rewritten = rewriteText('0123456789', found, policy({ instructions: 'reject' }));
    expect(rewritten.text).toBe('0123456789');
    expect(rewritten.rejected).toEqual([found[1]]);
    expect([rewritten.shift(0), rewritten.shift(7)]).toEqual([0, 7]);
  });
});

describe('a policy', () => {
  /** Finds the letters h (hidden) and runs of s (secret), as far as they are asked for. */
  const asked: string[][] = [];
  const guard = {
    inspect: (text: string, kinds: ReadonlySet<FlagKind>) => {
      asked.push([...kinds].sort());
      const found: ContentFlag[] = [];
      if (kinds.has('hidden'))
        for (const { index } of text.matchAll(/h/g)) found.push(flag('hidden', index, index + 1, 'h'));
      if (kinds.has('secrets'))
        for (const { index, 0: run } of text.matchAll(/ss+/g))
          found.push(flag('secrets', index, index + run.length, 's'));
      return found;
    },
  } as unknown as ContentGuard;

  test('that strips hidden characters finds what was hidden by them', () => {
    asked.length = 0;
    const guarded = guardText(guard, policy(), 'ab shs hx');
    expect(guarded.text).toBe('ab [redacted:s] x');
    expect(places(guarded.flags)).toEqual([
      [3, 3, 'stripped'],
      [3, 15, 'redacted'],
      [16, 16, 'stripped'],
    ]);
    expect(asked).toEqual([['hidden'], ['instructions', 'secrets']]);
  });

  test('that does not strip them looks once, at what it does not leave alone', () => {
    asked.length = 0;
    const guarded = guardText(guard, policy({ hidden: 'flag' }), 'ab shs hx ss');
    expect(guarded.text).toBe('ab shs hx [redacted:s]');
    expect(places(guarded.flags)).toEqual([
      [4, 5, 'flagged'],
      [7, 8, 'flagged'],
      [10, 22, 'redacted'],
    ]);
    expect(asked).toEqual([['hidden', 'instructions', 'secrets']]);
    expect([...kindsOf(policy({ pii: 'flag', secrets: 'off' }))].sort()).toEqual([
      'hidden',
      'instructions',
      'pii',
    ]);
  });

  test('that rejects says so after hidden characters are gone', () => {
    const guarded = guardText(guard, policy({ secrets: 'reject' }), 'shs');
    expect(guarded.rejected).toMatchObject([{ kind: 'secrets', start: 0, end: 2 }]);
    expect(guarded.text).toBe('ss');
  });
});
