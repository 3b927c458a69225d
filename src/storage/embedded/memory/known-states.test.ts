import { expect, test } from 'vitest';
import type { NamespaceState } from '../../../memory/store.ts';
import type { Database } from '../database.ts';
import { KnownStates } from './known-states.ts';

test('a state is read once after each write, also where there is none, and never for another tenant or name', () => {
  const database = { writes: 0 };
  const read: string[] = [];
  const states = new KnownStates(database as Database, (tenantId, name) => {
    read.push(`${tenantId}/${name}`);
    return name === 'none' ? undefined : ({ name, revision: database.writes } as NamespaceState);
  });
  for (let i = 0; i < 2; i++) {
    expect(states.find('a', 'n')).toMatchObject({ name: 'n', revision: 0 });
    expect(states.find('b', 'n')).toMatchObject({ name: 'n' });
    expect(states.find('a', 'none')).toBeUndefined();
  }
  expect(read.splice(0)).toEqual(['a/n', 'b/n', 'a/none']);
  database.writes++;
  expect(states.find('a', 'n')).toMatchObject({ revision: 1 });
  expect(states.find('a', 'n')).toMatchObject({ revision: 1 });
  expect(read).toEqual(['a/n']);
});

test('ten thousand states are known at most', () => {
  let read = 0;
  const states = new KnownStates({ writes: 0 } as Database, () => {
    read++;
    return undefined;
  });
  for (let i = 0; i < 10_000; i++) states.find('a', `${i}`);
  expect(read).toBe(10_000);
  states.find('a', '10000');
  states.find('a', '10000');
  expect(read).toBe(10_001);
  states.find('a', '0');
  expect(read).toBe(10_002);
  const few = new KnownStates({ writes: 0 } as Database, () => {
    read++;
    return undefined;
  });
  read = 0;
  for (let i = 0; i < 9_999; i++) few.find('a', `${i}`);
  few.find('a', '0');
  expect(read).toBe(9_999);
});
