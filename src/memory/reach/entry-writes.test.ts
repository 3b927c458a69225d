import { describe, expect, test } from 'vitest';
import { StubEmbedder } from '../../../test/memory/stub-embedder.ts';
import { EntryWriter, type NewEntry, type WriteRequest } from '../entry-writer.ts';
import { Models } from '../models.ts';
import type { NamespaceCache } from '../namespace-cache.ts';
import type { MemoryStore, NamespaceState, UpdateCommand, WriteCommand } from '../store.ts';

const state = (model: string, more: Partial<NamespaceState> = {}): NamespaceState => ({
  id: 7,
  tenantId: 'ten_a',
  name: 'notes',
  model,
  dims: 3,
  revision: 1,
  stamp: 0,
  entries: 0,
  bytes: 0,
  createdAt: 0,
  updatedAt: 0,
  settings: {},
  ...more,
});

/** A writer whose store answers with these outcomes in turn, the last one again and again. */
function writerOf(
  outcomes: ReadonlyArray<Record<string, unknown>>,
  options: { wanted?: string; found?: Array<NamespaceState | undefined>; missing?: string[] } = {},
) {
  const commands: Array<WriteCommand & UpdateCommand> = [];
  const followed: string[] = [];
  const embedded: string[] = [];
  let asked = 0;
  const take = async (command: unknown) => {
    commands.push(command as WriteCommand & UpdateCommand);
    return outcomes[Math.min(commands.length, outcomes.length) - 1]!;
  };
  const store = {
    writeEntries: take,
    updateEntry: take,
    findNamespace: async () => {
      const { found = [state('m1')] } = options;
      return found[Math.min(asked++, found.length - 1)];
    },
  };
  const cache = {
    apply: (_: unknown, { put }: { put: Array<{ id: string }> }) =>
      followed.push(`apply ${put.map(({ id }) => id)}`),
    follow: async () => followed.push('follow'),
  };
  const embedderOf = (id: string) => {
    const stub = new StubEmbedder();
    return Object.create(stub, {
      id: { value: id },
      embed: {
        value: (texts: string[], ...rest: unknown[]) => {
          embedded.push(`${id} ${texts}`);
          return (stub.embed as (...all: unknown[]) => unknown).call(stub, texts, ...rest);
        },
      },
    }) as StubEmbedder;
  };
  const open = async (id: string) => (options.missing?.includes(id) ? undefined : embedderOf(id));
  const { wanted = 'm1' } = options;
  let ids = 0;
  const writer = new EntryWriter({
    store: store as unknown as MemoryStore,
    models: new Models(embedderOf(wanted), open),
    cache: cache as unknown as NamespaceCache,
    newId: (kind) => `${kind}_${++ids}`,
    wantedModel: () => wanted,
  });
  const write = (entries: NewEntry[], more: Partial<WriteRequest> = {}) =>
    writer.write({ tenantId: 'ten_a', namespace: 'notes', state: state('m1'), entries, now: 50, ...more });
  const update = (change: object, more: object = {}) =>
    writer.update({ tenantId: 'ten_a', state: state('m1'), id: 'mem_9', change, now: 50, ...more });
  return { write, update, commands, followed, embedded };
}

const written = (model = 'm1', replaced = false) => ({
  outcome: 'written',
  namespace: state(model, { revision: 2 }),
  written: [{ id: 'mem_a', createdAt: 1, replaced }],
});
const moved = { outcome: 'model_changed', model: 'm2' };
const tea: NewEntry = { content: 'tea', metadata: {} };

describe('an entry that is written', () => {
  test('has only what it was given, an id and the time', async () => {
    const { write, commands, followed } = writerOf([written()]);
    expect(await write([tea])).toEqual({ ids: ['mem_a'], replaced: 0 });
    const [entry] = commands[0]!.entries;
    expect(Object.keys(entry!).sort()).toEqual([
      'content',
      'createdAt',
      'embeddings',
      'id',
      'metadata',
      'updatedAt',
    ]);
    expect(entry).toMatchObject({ id: 'mem_1', content: 'tea', createdAt: 50, updatedAt: 50 });
    expect(followed).toEqual(['apply mem_a']);
    expect(commands[0]).not.toHaveProperty('maxEntries');
  });

  test('keeps all that it was given', async () => {
    const { write, commands } = writerOf([written('m1', true)]);
    const given = {
      id: 'mem_x',
      keepId: 'mem_k',
      externalId: 'x',
      expiresAt: 90,
      occurredAt: 0,
      createdAt: 0,
      updatedAt: 1,
      flags: [{ kind: 'pii', ruleId: 'email', action: 'flagged', start: 0, end: 1 }],
      source: { kind: 'web', trust: 0 },
    } as const;
    expect(await write([{ ...tea, ...given }], { maxEntries: 10 })).toEqual({ ids: ['mem_a'], replaced: 1 });
    expect(commands[0]!.entries[0]).toMatchObject(given);
    expect(commands[0]).toMatchObject({
      maxEntries: 10,
      model: 'm1',
      now: 50,
      tenantId: 'ten_a',
      namespace: 'notes',
    });
  });

  test('without any flags has none', async () => {
    const { write, commands } = writerOf([written()]);
    await write([{ ...tea, flags: [] }]);
    expect(commands[0]!.entries[0]).not.toHaveProperty('flags');
  });

  test('beyond the plan is refused', async () => {
    const { write } = writerOf([{ outcome: 'quota_exceeded' }]);
    const refused = write([tea], { maxEntries: 3 });
    await expect(refused).rejects.toMatchObject({ code: 'quota_exceeded', retryAfterSeconds: 3_600 });
    await expect(refused).rejects.toThrow('This plan holds 3 entries');
  });

  test('is embedded by the model of its namespace and by the one that is wanted, each once', async () => {
    const { write, commands, embedded } = writerOf([moved, written('m2')], {
      wanted: 'm3',
      found: [state('m2')],
    });
    await write([tea], { state: state('m1') });
    expect(embedded).toEqual(['m1 tea', 'm3 tea', 'm2 tea']);
    expect(
      commands.map(({ model, entries }) => [model, entries[0]!.embeddings.map((each) => each.model)]),
    ).toEqual([
      ['m1', ['m1', 'm3']],
      ['m2', ['m2', 'm3']],
    ]);
  });

  test('into a namespace that is new is embedded by the wanted model alone', async () => {
    const { write, commands, embedded } = writerOf([written('m3')], { wanted: 'm3' });
    await write([tea], { state: undefined });
    expect([embedded, commands[0]!.model, commands[0]!.dims]).toEqual([
      ['m3 tea'],
      'm3',
      new StubEmbedder().dims,
    ]);
  });

  test('whose model is gone has vectors of the wanted one, and the index reads it from the store', async () => {
    const { write, commands, followed } = writerOf([written()], { wanted: 'm3', missing: ['m1'] });
    await write([tea]);
    expect([commands[0]!.model, commands[0]!.dims]).toEqual(['m1', 3]);
    expect(commands[0]!.entries[0]!.embeddings.map(({ model }) => model)).toEqual(['m3']);
    expect(followed).toEqual(['follow']);
  });

  test('is tried five times while the model of the namespace changes', async () => {
    const { write, commands } = writerOf([moved], { found: [state('m2'), state('m1')] });
    await expect(write([tea])).rejects.toMatchObject({ code: 'overloaded' });
    expect(commands).toHaveLength(5);
    const last = writerOf([moved, moved, moved, moved, written()]);
    expect(await last.write([tea])).toMatchObject({ ids: ['mem_a'] });
  });

  test('on behalf of somebody who is gone is not written', async () => {
    const { write, commands } = writerOf([written()]);
    const gone = new AbortController();
    const writing = write([tea], { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(writing).rejects.toThrow('gone');
    expect(commands).toEqual([]);
  });
});

describe('an entry that is changed', () => {
  const updated = { outcome: 'updated', namespace: state('m1', { revision: 2 }), entry: { id: 'mem_9' } };

  test('is embedded where its content is another one, and followed by the index', async () => {
    const { update, commands, embedded, followed } = writerOf([updated]);
    expect(await update({ content: 'coffee' })).toEqual({ id: 'mem_9' });
    expect([embedded, followed]).toEqual([['m1 coffee'], ['follow']]);
    expect(commands[0]).toMatchObject({
      id: 'mem_9',
      namespaceId: 7,
      model: 'm1',
      forgetVersions: false,
      now: 50,
    });
    expect(commands[0]!.embeddings).toHaveLength(1);
  });

  test('is not embedded where its content stays', async () => {
    const { update, commands, embedded } = writerOf([updated]);
    await update({ metadata: { a: 1 } }, { forgetVersions: true });
    expect([embedded, commands[0]!.embeddings, commands[0]!.forgetVersions]).toEqual([[], [], true]);
  });

  test.each([
    ['not_found', 'entry_not_found'],
    ['version_conflict', 'version_conflict'],
    ['external_id_taken', 'validation_failed'],
  ])('and was %s is refused by %s', async (outcome, code) => {
    const { update, followed } = writerOf([{ outcome }]);
    await expect(update({ metadata: {} })).rejects.toMatchObject({ code });
    expect(followed).toEqual([]);
  });

  test('is tried with the model that the namespace has by now, five times at most', async () => {
    const { update, commands, embedded } = writerOf([moved, updated], { found: [state('m2')] });
    await update({ content: 'coffee' });
    expect(commands.map(({ model }) => model)).toEqual(['m1', 'm2']);
    expect(embedded).toEqual(['m1 coffee', 'm2 coffee']);
    const never = writerOf([moved]);
    await expect(never.update({ content: 'coffee' })).rejects.toMatchObject({ code: 'overloaded' });
    expect([never.commands.length, never.embedded]).toEqual([5, ['m1 coffee']]);
  });

  test('is not there where its namespace is gone meanwhile', async () => {
    const { update, commands } = writerOf([moved], { found: [undefined] });
    await expect(update({ metadata: {} })).rejects.toMatchObject({ code: 'entry_not_found' });
    expect(commands).toHaveLength(1);
  });

  test('on behalf of somebody who is gone is not changed', async () => {
    const { update, commands } = writerOf([updated]);
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(update({ metadata: {} }, { signal: gone })).rejects.toThrow('gone');
    expect(commands).toEqual([]);
  });
});
