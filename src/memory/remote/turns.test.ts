import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Work that is noted when it begins, and ends when it is told to. */
function workbench(most: number) {
  const turns = new Turns(most);
  const begun: string[] = [];
  const ends = new Map<string, (fails: boolean) => void>();
  const run = (name: string, urgent?: boolean) =>
    turns.run(
      () => {
        begun.push(name);
        return new Promise<string>((resolve, reject) => {
          ends.set(name, (fails) => (fails ? reject(new Error(name)) : resolve(name)));
        });
      },
      urgent === undefined ? undefined : { urgent },
    );
  const end = async (name: string, fails = false) => {
    ends.get(name)!(fails);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, run, end };
}

test('so many run at a time, the others in the order in which they came, urgent ones first', async () => {
  const { begun, run, end } = workbench(2);
  const all = [run('a'), run('b'), run('c'), run('d', false), run('e', true), run('f', true)];
  expect(begun).toEqual(['a', 'b']);
  for (const name of ['b', 'a', 'e', 'f', 'c', 'd']) await end(name);
  expect(begun).toEqual(['a', 'b', 'e', 'f', 'c', 'd']);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('a turn is free again when its work is done, also where it failed', async () => {
  const { begun, run, end } = workbench(1);
  const [first, second] = [run('a'), run('b')];
  first.catch(() => {});
  await end('a', true);
  await expect(first).rejects.toThrow('a');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  await second;
  const third = run('c');
  expect(begun).toEqual(['a', 'b', 'c']);
  const fourth = run('d');
  expect(begun).toHaveLength(3);
  await end('c');
  await end('d');
  expect(await Promise.all([third, fourth])).toEqual(['c', 'd']);
});
