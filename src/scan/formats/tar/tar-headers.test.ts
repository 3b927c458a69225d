import { expect, test } from 'vitest';
import { isTar, tarMembers } from './tar-members.ts';

const padded = (content: Buffer | string) => {
  const bytes = Buffer.from(content);
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
};

/** One member: its header with the fields at their places, and its content. */
function member(
  content: Buffer | string,
  { name = 'a', type = '0', prefix = '', magic = 'ustar\u000000', size = '' } = {},
): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0, 100, 'utf8');
  head.write(size === '' ? `${Buffer.byteLength(content).toString(8)}\0` : size, 124, 12, 'latin1');
  head.write(type, 156, 'latin1');
  head.write(magic, 257, 'latin1');
  head.write(prefix, 345, 155, 'utf8');
  return Buffer.concat([head, padded(content)]);
}
const read = (...parts: Buffer[]) =>
  [...tarMembers(Buffer.concat(parts))].map(({ name, size, bytes }) => [name, size, bytes?.toString()]);

// biome-ignore format: one line for each row
test.each([
  ['empty', '', 'a', 0], ['shorter than a block', 'x', 'a', 1], ['a byte short of a block', 'x'.repeat(511), 'a', 511], ['a block', 'x'.repeat(512), 'a', 512], ['a byte more than a block', 'x'.repeat(513), 'a', 513], ['two blocks', 'x'.repeat(1024), 'a', 1024],
])('behind a file that is %s the next one is found', (_, content, name, size) => {
  expect(read(member(content), member('next', { name: 'b' }))).toEqual([[name, size, content], ['b', 4, 'next']]);
});

// biome-ignore format: one line for each row
test.each([
  ['0', true], ['\0', true], ['7', true], ['1', false], ['2', false], ['3', false], ['5', false], ['8', false], ['g', false], ['K', false],
])('a member of the type %j is a plain file: %s', (type, isFile) => {
  expect(read(member('x', { type }), member('y', { name: 'b' })).map(([name]) => name)).toEqual(isFile ? ['a', 'b'] : ['b']);
});

const hundred = 'n'.repeat(100);
const long = 'p'.repeat(155);
// biome-ignore format: one line for each row
test.each([
  [{ name: hundred }, hundred], [{ name: `${hundred}more` }, hundred], [{ name: 'a', prefix: 'p/q' }, 'p/q/a'], [{ name: 'a', prefix: long }, `${long}/a`], [{ name: hundred, prefix: long }, `${long}/${hundred}`],
  [{ name: 'a', prefix: 'p', magic: 'ustar  \0' }, 'a'], [{ name: 'a', prefix: 'p', magic: '' }, 'a'], [{ name: 'ü' }, 'ü'],
])('the header %j names %s', (header, name) => {
  expect(read(member('x', header))).toEqual([[name, 1, 'x']]);
});

// biome-ignore format: one line for each row
test.each([
  ['3', 3], ['3\0', 3], ['0003\0', 3], ['     3 ', 3], ['00000000003\0', 3], ['00000000003 ', 3], ['000000000003', 3], ['10\0', 8], [' \0', 0],
])('the size %j is %i', (size, expected) => {
  expect(read(member('x'.repeat(expected), { size }), member('y', { name: 'b' }))).toEqual([['a', expected, 'x'.repeat(expected)], ['b', 1, 'y']]);
});

const pax = (...records: string[]) =>
  records
    .map((record) => {
      const length = Buffer.byteLength(record) + 3;
      return `${length + (length > 99 ? 1 : 0)} ${record}`;
    })
    .join('');
// biome-ignore format: one line for each row
test.each([
  ['a name of GNU', 'L', 'long/name\0', 'long/name'], ['one without its end', 'L', 'long/name', 'long/name'],
  ['a name of pax', 'x', pax('path=long/name\n'), 'long/name'], ['the second record', 'x', pax('mtime=123456\n', 'path=long/name\n', 'path=other\n'), 'long/name'], ['no name among records', 'x', pax('mtime=123456\n'), 'a'],
  ['a record that is too long', 'x', '19 path=long/name\n', 'a'], ['a record whose length is no number', 'x', 'xx path=long/name\n', 'a'], ['a record of no length', 'x', '0 path=long/name\n', 'a'], ['a record shorter than its own length', 'x', '2 path=a\n', 'a'], ['a record without a space', 'x', 'path=long/name\n', 'a'],
  ['a global record', 'g', pax('path=long/name\n'), 'a'],
])('%s in front of a file', (_, type, record, name) => {
  expect(read(member(record, { name: 'record', type }), member('x'), member('y', { name: 'b' }))).toEqual([[name, 1, 'x'], ['b', 1, 'y']]);
});

test('a name counts for the next member, whatever that is, and a broken one leaves the name before it', () => {
  expect(read(member('one\0', { type: 'L' }), member('', { name: 'd', type: '5' }), member('x'))).toEqual([
    ['a', 1, 'x'],
  ]);
  expect(read(member('one\0', { type: 'L' }), member('xx', { type: 'x' }), member('x'))).toEqual([
    ['one', 1, 'x'],
  ]);
});

test('a name of 64 KiB is a name, and a longer one is none', () => {
  const name = 'n'.repeat(64 * 1024);
  expect(read(member(name, { type: 'L' }), member('x'))).toEqual([[name, 1, 'x']]);
  expect(read(member(`${name}n`, { type: 'L' }), member('x'))).toEqual([['a', 1, 'x']]);
});

test('a block of zeros ends the archive, and so does less than a block', () => {
  expect(read(member('x'), Buffer.alloc(512), member('y', { name: 'b' }))).toEqual([['a', 1, 'x']]);
  expect(read(member('x'), member('y', { name: 'b' }).subarray(0, 511))).toEqual([['a', 1, 'x']]);
  expect(read(member('', { name: 'b' }))).toEqual([['b', 0, '']]);
  expect(read(member('x').subarray(0, 513))).toEqual([['a', 1, 'x']]);
  expect(read(member('xy').subarray(0, 513))).toEqual([['a', 2, undefined]]);
});

test('a tar archive has a whole block with its name in it', () => {
  const whole = member('');
  expect([
    isTar(whole),
    isTar(whole.subarray(0, 511)),
    isTar(member('', { magic: 'vstar' })),
    isTar(member('', { magic: 'ustar  \0' })),
  ]).toEqual([true, false, false, true]);
});
