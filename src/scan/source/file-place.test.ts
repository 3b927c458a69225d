import { expect, test } from 'vitest';
import { onDisk, placeIn } from './file-place.ts';

const odd = Buffer.from([0x61, 0xff]);

test('a name that is no UTF-8 keeps its bytes, and so does everything below it', () => {
  const plain = placeIn({ path: '' }, Buffer.from('ä'));
  expect(plain).toEqual({ path: 'ä' });
  expect(placeIn(plain, Buffer.from('b'))).toEqual({ path: 'ä/b' });
  const below = placeIn(plain, odd);
  expect(below).toEqual({ path: 'ä/a\ufffd', rawPath: Buffer.concat([Buffer.from('ä/'), odd]) });
  expect(placeIn(below, Buffer.from('c'))).toEqual({
    path: 'ä/a\ufffd/c',
    rawPath: Buffer.concat([Buffer.from('ä/'), odd, Buffer.from('/c')]),
  });
  expect(placeIn({ path: '' }, odd)).toEqual({ path: 'a\ufffd', rawPath: odd });
});

test('a place on disk is below its root, by its bytes where it has some', () => {
  expect(onDisk('/r', { path: '' })).toBe('/r');
  expect(onDisk('/r', { path: 'a/b' })).toBe('/r/a/b');
  expect(onDisk('/r', { path: 'a\ufffd', rawPath: odd })).toEqual(Buffer.concat([Buffer.from('/r/'), odd]));
});
