import { expect, test } from 'vitest';
import { secretsInBytes } from '../../../../../test/support/secrets-found.ts';

const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
const number = (value: number) =>
  Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const data = Buffer.alloc(300, 7);
const entry = (tag: number, alias: string) =>
  Buffer.concat([
    number(tag),
    text(alias),
    Buffer.alloc(8),
    ...(tag === 2 ? [text('X.509')] : []),
    number(data.length),
    data,
  ]);
const store = (...entries: Buffer[]) =>
  Buffer.concat([number(0xfeedfeed), number(2), number(entries.length), ...entries, Buffer.alloc(40)]);

test.for([
  ['with trusted certificates alone', store(entry(2, 'a'), entry(2, 'b')), false],
  ['with a key', store(entry(1, 'a')), true],
  ['with a key behind certificates', store(entry(2, 'a'), entry(1, 'b')), true],
  ['that is cut off', store(entry(2, 'a'), entry(2, 'b')).subarray(0, 400), true],
  ['that says to be empty', store(), true],
] as const)('a key store %s', ([, bytes, isFound]) => {
  const found = secretsInBytes('conf/store.jks', Buffer.concat([bytes]));
  expect(found.some((each) => each.includes('key-store high'))).toBe(isFound);
});

test('a key store of an unknown version may hold a key', () => {
  const bytes = Buffer.concat([store(entry(2, 'a'))]);
  bytes.writeUInt32BE(3, 4);
  expect(secretsInBytes('conf/store.jks', bytes).some((each) => each.includes('key-store'))).toBe(true);
});
