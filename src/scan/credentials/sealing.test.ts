import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sealing } from './sealing.ts';

const key = new Uint8Array(32).fill(7);

test('what was sealed opens again, whatever the text', () => {
  const sealing = new Sealing(key);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, label) => {
      expect(sealing.open(sealing.seal(secret, label), label)).toBe(secret);
    }),
  );
});

test('the secret cannot be read in the sealed value, and two seals of it differ', () => {
  const sealing = new Sealing(key);
  const first = Buffer.from(sealing.seal('correct horse battery staple', 'a'));
  expect(first.includes('correct')).toBe(false);
  expect(first.equals(Buffer.from(sealing.seal('correct horse battery staple', 'a')))).toBe(false);
});

test('another label, another key or one changed bit does not open', () => {
  const sealing = new Sealing(key);
  const sealed = sealing.seal('token', 'credential:a');
  expect(() => sealing.open(sealed, 'credential:b')).toThrow();
  expect(() => new Sealing(randomBytes(32)).open(sealed, 'credential:a')).toThrow();
  for (let i = 0; i < sealed.length; i++) {
    const changed = Uint8Array.from(sealed);
    changed[i]! ^= 1;
    expect(() => sealing.open(changed, 'credential:a')).toThrow();
  }
  expect(() => sealing.open(sealed.subarray(0, 20), 'credential:a')).toThrow();
});
