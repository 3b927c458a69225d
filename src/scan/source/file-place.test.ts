import { expect, test } from 'vitest';
import { onDisk, placeIn, placeNamed } from './file-place.ts';

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

test('a name with a character for each byte gives the same place', () => {
  const folders = [{ path: '' }, { path: 'ä' }, { path: 'a\ufffd', rawPath: odd }];
  for (const folder of folders)
    for (const name of [Buffer.from('plain.txt'), Buffer.from('ä'), Buffer.from('日本'), odd])
      expect(placeNamed(folder, name.toString('latin1'))).toEqual(placeIn(folder, name));
});

test('a place on disk is below its root, by its bytes where it has some', () => {
  expect(onDisk('/r', { path: '' })).toBe('/r');
  expect(onDisk('/r', { path: 'a/b' })).toBe('/r/a/b');
  expect(onDisk('/r', { path: 'a\ufffd', rawPath: odd })).toEqual(Buffer.concat([Buffer.from('/r/'), odd]));
});
