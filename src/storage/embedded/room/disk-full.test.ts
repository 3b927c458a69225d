import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { noRoom } from '../../../../test/support/no-room.ts';
import { isDiskFull, lacksRoomFor } from './disk-full.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-room-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'a.db');

test('SQLite says so itself where the disk is full, and nobody is asked', () => {
  const never = () => {
    throw new Error('asked');
  };
  expect(isDiskFull({ errcode: 13 }, never)).toBe(true);
  expect(isDiskFull({ errcode: 4_874 }, never)).toBe(true);
  expect(isDiskFull({ errcode: 19 }, never)).toBe(false);
  expect(isDiskFull(undefined, never)).toBe(false);
});

test.each(['ENOSPC', 'EDQUOT'])(
  'a write that failed is a full disk where the next one fails by %s',
  (code) => {
    const lacksRoom = () =>
      lacksRoomFor(file, () => {
        throw noRoom(code);
      });
    expect(isDiskFull({ errcode: 778 }, lacksRoom)).toBe(true);
  },
);

test('a write that failed for another reason is no full disk, and nothing of the trial is left', () => {
  const broken = () =>
    lacksRoomFor(file, () => {
      throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' });
    });
  expect(isDiskFull({ errcode: 778 }, broken)).toBe(false);
  expect(isDiskFull({ errcode: 778 }, () => lacksRoomFor(file))).toBe(false);
  expect(existsSync(`${file}.room`)).toBe(false);
});
