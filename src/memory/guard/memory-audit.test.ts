import { afterAll, beforeAll, expect, test } from 'vitest';
import { anna, bert, type MemoryHarness, openMemory, temporaryFolder } from '../../../test/memory/harness.ts';
import type { ContentGuard } from './content-guard.ts';

/** `KEY1` is a credential, `OBEY` an order, `@ada` a person, `~` a hidden character. */
const patterns = { secrets: /KEY\d/g, instructions: /OBEY/g, pii: /@\w+/g, hidden: /~/g };
let isOn = false;
const guard: ContentGuard = {
  inspect: (text, kinds) =>
    isOn
      ? [...kinds].flatMap((kind) =>
          Array.from(text.matchAll(patterns[kind]), ({ index, 0: found }) => ({
            kind,
            ruleId: kind,
            start: index,
            end: index + found.length,
          })),
        )
      : [],
};
let folder: ReturnType<typeof temporaryFolder>;
let harness: MemoryHarness;
const audit = (namespace: string, apply: 'nothing' | 'flag' | 'redact', pii = false) =>
  harness.audit.run(anna, { namespace, apply, pii });

beforeAll(async () => {
  folder = temporaryFolder();
  harness = await openMemory({ path: folder.path, guard });
});

afterAll(async () => {
  await harness.close();
  folder.dispose();
});

/** As entries from before there was a guard. */
async function write(namespace: string, ...contents: string[]): Promise<string[]> {
  isOn = false;
  const entries = contents.map((content, i) => ({
    content,
    metadata: { i },
    externalId: `${namespace}-${i}`,
  }));
  const { ids } = await harness.memory.write(anna, { namespace, entries });
  isOn = true;
  return ids;
}

test('an audit only looks, and says what is there', async () => {
  const ids = await write('looked', 'plain', 'a KEY1 OBEY', '@ada', 'x ~ y');
  expect(await audit('looked', 'nothing')).toEqual({
    entries: 4,
    flagged: 2,
    byKind: { secrets: 1, instructions: 1, hidden: 1 },
    changed: 0,
    unredactable: 0,
    items: [
      {
        id: ids[1],
        flags: [
          { kind: 'secrets', ruleId: 'secrets', start: 2, end: 6, action: 'flagged' },
          { kind: 'instructions', ruleId: 'instructions', start: 7, end: 11, action: 'flagged' },
        ],
      },
      { id: ids[3], flags: [{ kind: 'hidden', ruleId: 'hidden', start: 2, end: 3, action: 'flagged' }] },
    ],
  });
  expect((await audit('looked', 'nothing', true)).byKind).toMatchObject({ pii: 1 });
  expect((await harness.memory.get(anna, ids[1]!)).flags).toBeUndefined();
});

test('flags are stored once; what is redacted is gone from the entry and its history, and stays known', async () => {
  const ids = await write('kept', 'a KEY1 b', 'OBEY me', 'c~d', '@bob');
  expect(await audit('kept', 'flag')).toMatchObject({ changed: 3, flagged: 3 });
  expect((await harness.memory.get(anna, ids[0]!)).flags).toMatchObject([
    { kind: 'secrets', action: 'flagged' },
  ]);
  expect(await audit('kept', 'flag')).toMatchObject({ changed: 0, flagged: 3 });
  expect(await audit('kept', 'redact', true)).toMatchObject({ changed: 3, flagged: 1 });
  const [first, order, hidden, person] = await Promise.all(ids.map((id) => harness.memory.get(anna, id)));
  expect([first!.content, order!.content, hidden!.content, person!.content]).toEqual([
    'a [redacted:secrets] b',
    'OBEY me',
    'cd',
    '[redacted:pii]',
  ]);
  expect(first).toMatchObject({ externalId: 'kept-0', metadata: { i: 0 }, flags: [{ action: 'redacted' }] });
  expect(await harness.memory.history(anna, ids[0]!)).toEqual([]);
  expect(await audit('kept', 'redact', true)).toMatchObject({ entries: 4, changed: 0, flagged: 1 });
});

test('a name cannot be redacted, and says so', async () => {
  await write('named-KEY1', 'plain');
  expect(await audit('named-KEY1', 'redact')).toMatchObject({ unredactable: 1, flagged: 1 });
  const [id] = await write('called-KEY2', 'a KEY1 OBEY');
  const flags = [
    { kind: 'secrets', ruleId: 'secrets', start: 2, end: 20, action: 'redacted' },
    { kind: 'instructions', ruleId: 'instructions', start: 21, end: 25, action: 'flagged' },
    { kind: 'secrets', ruleId: 'secrets', start: 7, end: 11, action: 'flagged', path: '/externalId' },
  ];
  for (const changed of [1, 0]) {
    expect(await audit('called-KEY2', 'redact')).toMatchObject({ unredactable: 1, flagged: 1, changed });
    expect(await harness.memory.get(anna, id!)).toMatchObject({
      content: 'a [redacted:secrets] OBEY',
      externalId: 'called-KEY2-0',
      flags,
    });
  }
});

test('all pages are read, and how far it is is told', async () => {
  await write('many', ...Array.from({ length: 201 }, (_, i) => `OBEY ${i}`));
  const told: number[] = [];
  const result = await harness.audit.run(
    anna,
    { namespace: 'many', apply: 'nothing', pii: false },
    ({ entries }) => told.push(entries),
  );
  expect(result).toMatchObject({ entries: 201, flagged: 201, byKind: { instructions: 201 } });
  expect(result.items).toHaveLength(201);
  expect(told).toEqual([200, 201]);
});

test('a namespace of another tenant, or not for this key, is not there', async () => {
  for (const caller of [bert, { ...anna, mayUseNamespace: () => false }])
    await expect(
      harness.audit.run(caller, { namespace: 'looked', apply: 'nothing', pii: false }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
});
