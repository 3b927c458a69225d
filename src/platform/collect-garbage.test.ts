import { expect, test } from 'vitest';
import { HeapKeeper } from './collect-garbage.ts';

test('garbage is collected when there is more of it than allowed, counted from what was left the last time', () => {
  let used = 50;
  let collected = 0;
  const keeper = new HeapKeeper(
    100,
    () => {
      collected++;
      used = 80;
    },
    () => used,
  );
  const after = (bytes: number) => {
    used = bytes;
    keeper.look();
    return collected;
  };
  expect([after(150), after(151), after(180), after(181)]).toEqual([0, 1, 1, 2]);
});

test('what V8 has collected by itself counts', () => {
  let used = 500;
  let collected = 0;
  const keeper = new HeapKeeper(
    100,
    () => collected++,
    () => used,
  );
  used = 50;
  keeper.look();
  used = 200;
  keeper.look();
  expect(collected).toBe(1);
});
