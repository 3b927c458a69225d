import { expect, test } from 'vitest';
import type { EntryToWrite } from '../../../memory/store.ts';
import { type KnownEntry, resolveWrite } from './resolve-write.ts';

const entry = (id: string, more: Partial<EntryToWrite> = {}): EntryToWrite => ({
  id,
  content: 'four',
  metadata: {},
  createdAt: 10,
  updatedAt: 10,
  embeddings: [],
  ...more,
});
const known = (id: string, externalId?: string): KnownEntry => ({ id, externalId, bytes: 100, createdAt: 5 });
/** `four` and `{}`. */
const bytes = 6;

interface Row {
  entries: EntryToWrite[];
  known?: KnownEntry[];
  elsewhere?: string[];
  /** `id createdAt`, with a star where something is replaced. */
  written: string[];
  rows?: string[];
  added: [entries: number, bytes: number];
}

test.each<[string, Row]>([
  ['nothing', { entries: [], written: [], added: [0, 0] }],
  ['new entries', { entries: [entry('a'), entry('b')], written: ['a 10', 'b 10'], added: [2, 2 * bytes] }],
  [
    'one whose name is there already',
    {
      entries: [entry('a', { externalId: 'x' })],
      known: [known('k', 'x')],
      written: ['k 5*'],
      added: [0, bytes - 100],
    },
  ],
  [
    'one with another name',
    {
      entries: [entry('a', { externalId: 'y' })],
      known: [known('k', 'x')],
      written: ['a 10'],
      added: [1, bytes],
    },
  ],
  [
    'one without a name, whose id is there by chance',
    { entries: [entry('k')], known: [known('k')], written: ['k 10'], added: [1, bytes] },
  ],
  ['an imported id', { entries: [entry('a', { keepId: 'i' })], written: ['i 10'], added: [1, bytes] }],
  [
    'an imported id that is there already: it keeps when it says that it was made',
    {
      entries: [entry('a', { keepId: 'i' })],
      known: [known('i')],
      written: ['i 10*'],
      added: [0, bytes - 100],
    },
  ],
  [
    'an imported id of another namespace',
    { entries: [entry('a', { keepId: 'i' })], elsewhere: ['i'], written: ['a 10'], added: [1, bytes] },
  ],
  [
    'an imported id with a name that another entry has: the name decides',
    {
      entries: [entry('a', { keepId: 'i', externalId: 'x' })],
      known: [known('i'), known('k', 'x')],
      written: ['k 10*'],
      added: [0, bytes - 100],
    },
  ],
  [
    'a name twice in one write: the later one replaces the earlier',
    {
      entries: [
        entry('a', { externalId: 'x' }),
        entry('b'),
        entry('c', { externalId: 'x', content: 'longer' }),
      ],
      written: ['a 10', 'b 10', 'a 10*'],
      rows: ['b four', 'a longer'],
      added: [2, bytes + 'longer'.length + 2],
    },
  ],
  [
    'an imported id twice in one write',
    {
      entries: [entry('a', { keepId: 'i' }), entry('b', { keepId: 'i', createdAt: 20 })],
      written: ['i 10', 'i 20*'],
      rows: ['i four'],
      added: [1, bytes],
    },
  ],
  [
    'a name that is given up in the same write and taken by another',
    {
      entries: [entry('a', { keepId: 'k', externalId: 'y' }), entry('b', { externalId: 'x' })],
      known: [known('k', 'x')],
      written: ['k 10*', 'b 10'],
      added: [1, 2 * bytes - 100],
    },
  ],
])('%s', (_, { entries, known: there = [], elsewhere = [], written, rows, added }) => {
  const result = resolveWrite(entries, there, new Set(elsewhere));
  expect(
    result.written.map(({ id, createdAt, replaced }) => `${id} ${createdAt}${replaced ? '*' : ''}`),
  ).toEqual(written);
  expect([result.addedEntries, result.addedBytes]).toEqual(added);
  const stored = [...result.rows].map(([id, row]) => {
    expect(row.id).toBe(id);
    return `${id} ${row.content}`;
  });
  expect(stored).toEqual(rows ?? written.map((line) => `${line.split(' ')[0]} four`));
  const made = new Map(result.written.map(({ id, createdAt }) => [id, createdAt]));
  for (const [id, { createdAt }] of result.rows) expect(createdAt).toBe(made.get(id));
});
