import { expect, test } from 'vitest';
import { newSecret, parseKey } from './key-format.ts';
import { type KeyGuard, stricterGuard } from './key-guard.ts';

test('a secret has 43 letters and digits, each about as often as any other', () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 600; i++) {
    const secret = newSecret();
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
    for (const letter of secret) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  // 416 of each are expected; a letter that two values of a byte stand for would have 500 and more.
  expect(Math.max(...counts.values())).toBeLessThan(520);
  expect(Math.min(...counts.values())).toBeGreaterThan(310);
});

test('a key is split into its id and its secret', () => {
  const id = `key_${'0'.repeat(26)}`;
  const secret = 'a'.repeat(43);
  expect(parseKey(`${id}_${secret}`)).toEqual({ id, secret });
  for (const text of [`${id}_${secret}a`, `${id}_`, id, `xkey_${id}_${secret}`, `${id}_${'a'.repeat(42)}-`])
    expect(parseKey(text), text).toBeUndefined();
});

test.each<[KeyGuard | undefined, KeyGuard | undefined, KeyGuard | undefined]>([
  [undefined, undefined, undefined],
  [{ pii: 'off' }, undefined, { pii: 'off' }],
  [undefined, { pii: 'off' }, { pii: 'off' }],
  [{ pii: 'off' }, { pii: 'flag' }, { pii: 'flag' }],
  [{ pii: 'redact' }, { pii: 'flag' }, { pii: 'redact' }],
  [{ pii: 'reject' }, { pii: 'redact' }, { pii: 'reject' }],
  [{ hidden: 'strip' }, { hidden: 'flag' }, { hidden: 'strip' }],
  [{ pii: 'off' }, { secrets: 'off' }, { pii: 'off', secrets: 'off' }],
])('of %o and %o the stricter is %o', (a, b, expected) => {
  expect(stricterGuard(a, b)).toEqual(expected);
});
