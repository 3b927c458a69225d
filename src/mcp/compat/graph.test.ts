import { expect, test } from 'vitest';
import type { Api } from '../../contract/api.ts';
import { graphTools } from './graph-tools.ts';

interface Stored {
  content: string;
  metadata: Record<string, string>;
  externalId: string;
}

/** A service that keeps what is written, in pages of two. */
function setUp() {
  const stored: Stored[] = [];
  const asked: string[] = [];
  const api = {
    call: async (
      operation: string,
      { body, query }: { body?: never; query?: { cursor?: string; limit: number } },
    ) => {
      asked.push(`${operation} ${JSON.stringify(body ?? query)}`);
      const { entries, filter } = (body ?? {}) as {
        entries?: Stored[];
        filter?: { op?: string; value?: string[]; or?: Array<{ path: string; value: string }> };
      };
      if (operation === 'writeEntries')
        for (const entry of entries!) {
          const at = stored.findIndex(({ externalId }) => externalId === entry.externalId);
          if (at < 0) stored.push(entry);
          else stored[at] = entry;
        }
      else if (operation === 'deleteEntries') {
        const isGone = ({ externalId, metadata }: Stored) =>
          filter!.value?.includes(externalId) ??
          filter!.or!.some(({ path, value }) => metadata[path.split('/')[2]!] === value);
        for (const gone of stored.filter(isGone)) stored.splice(stored.indexOf(gone), 1);
      } else if (operation === 'searchEntries') return stored.slice(0, 1);
      else {
        const from = Number(query!.cursor ?? 0);
        return {
          items: stored.slice(from, from + 2),
          ...(from + 2 < stored.length && { nextCursor: String(from + 2) }),
        };
      }
      return {};
    },
  } as unknown as Api;
  const run = (name: string, args: object, countTokens = (text: string) => text.length / 100) => {
    const tool = graphTools.find((one) => one.name === name)!;
    return tool.run(tool.input.parse(args) as never, { api, namespace: 'graph', countTokens } as never);
  };
  return { stored, asked, run };
}

const ada = { name: 'Ada', entityType: 'person', observations: ['likes tea', 'paints'] };
const bob = { name: 'Bob', entityType: 'person', observations: [] };
const knows = { from: 'Ada', to: 'Bob', relationType: 'knows' };

test('a graph is kept as entries and read back', async () => {
  const { run, stored, asked } = setUp();
  expect(JSON.parse(await run('create_entities', { entities: [ada, bob] }))).toEqual([ada, bob]);
  expect(JSON.parse(await run('create_relations', { relations: [knows] }))).toEqual([knows]);
  expect(stored.map(({ content }) => content)).toEqual([
    'Ada (person)',
    'Bob (person)',
    'Ada: likes tea',
    'Ada: paints',
    'Ada knows Bob',
  ]);
  expect(JSON.parse(await run('read_graph', {}))).toEqual({ entities: [ada, bob], relations: [knows] });
  expect(asked.at(-1)).toBe(
    'listEntries {"namespace":"graph","order":"oldest","limit":200,"metadataFilter":{"source":"mcp-memory"},"cursor":"4"}',
  );
  expect(JSON.parse(await run('create_entities', { entities: [ada] }))).toEqual([]);
  expect(stored).toHaveLength(5);
});

test('observations are added to what is known, once', async () => {
  const { run, stored } = setUp();
  await run('create_entities', { entities: [ada] });
  const added = await run('add_observations', {
    observations: [{ entityName: 'Ada', contents: ['paints', 'sings'] }],
  });
  expect(JSON.parse(added)).toEqual([{ entityName: 'Ada', addedObservations: ['sings'] }]);
  expect(stored.filter(({ content }) => content === 'Ada: sings')).toHaveLength(1);
  await expect(
    run('add_observations', { observations: [{ entityName: 'Eve', contents: [] }] }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('nodes are found and opened with the relations between them', async () => {
  const { run, asked } = setUp();
  await run('create_entities', { entities: [ada, bob] });
  await run('create_relations', { relations: [knows] });
  expect(JSON.parse(await run('open_nodes', { names: ['Ada', 'Bob'] }))).toEqual({
    entities: [ada, bob],
    relations: [knows],
  });
  expect(JSON.parse(await run('open_nodes', { names: ['Ada'] }))).toEqual({ entities: [ada], relations: [] });
  expect(JSON.parse(await run('search_nodes', { query: 'tea' }))).toEqual({ entities: [ada], relations: [] });
  expect(
    asked.some(
      (line) =>
        line ===
        'searchEntries {"namespace":"graph","query":"tea","limit":50,"minScore":0.3,"metadataFilter":{"source":"mcp-memory"}}',
    ),
  ).toBe(true);
});

test('what is deleted is gone, with what touches it', async () => {
  const { run, stored, asked } = setUp();
  await run('create_entities', { entities: [ada, bob] });
  await run('create_relations', { relations: [knows, { ...knows, relationType: 'likes' }] });
  expect(await run('delete_relations', { relations: [knows] })).toBe('Relations deleted successfully');
  expect(
    await run('delete_observations', { deletions: [{ entityName: 'Ada', observations: ['paints'] }] }),
  ).toBe('Observations deleted successfully');
  expect(stored.map(({ content }) => content)).toEqual([
    'Ada (person)',
    'Bob (person)',
    'Ada: likes tea',
    'Ada likes Bob',
  ]);
  expect(await run('delete_entities', { entityNames: ['Ada'] })).toBe('Entities deleted successfully');
  expect(stored.map(({ content }) => content)).toEqual(['Bob (person)']);
  const count = asked.length;
  await run('delete_relations', { relations: [] });
  expect(asked).toHaveLength(count);
});

test('many entries are written in parts of 256, and a large graph is shown as far as it fits', async () => {
  const { run, asked } = setUp();
  const many = { ...ada, observations: Array.from({ length: 300 }, (_, i) => `<${i}>`) };
  const shown = await run('create_entities', { entities: [many] });
  expect(shown).toContain('\\u003c0\\u003e');
  expect(
    asked.filter((line) => line.startsWith('writeEntries')).map((line) => line.match(/externalId/g)!.length),
  ).toEqual([256, 45]);
  await run('create_entities', {
    entities: Array.from({ length: 10 }, (_, i) => ({ ...bob, name: `n${i}` })),
  });
  const cut = await run('read_graph', {}, (text) => (text.match(/"name"/g)?.length ?? 0) * 3_000);
  expect(cut).toMatch(/\n\d+ more entities do not fit; use search_nodes\.$/);
  expect(cut.match(/"name"/g)!.length).toBeLessThanOrEqual(5);
  // The first of them are shown, and all where they fit.
  expect(cut).toContain(`"${ada.name}"`);
  const whole = await run('read_graph', {}, () => 1);
  expect(whole).not.toContain('do not fit');
  const all = whole.match(/"name"/g)!.length;
  const left = await run('read_graph', {}, (text) => ((text.match(/"name"/g)?.length ?? 0) < all ? 1 : 1e9));
  expect(left).toMatch(new RegExp(`\\n${all - Math.floor(all * 0.7)} more entities do not fit`));
});

test('a blank name is a mistake of the caller', async () => {
  const { run } = setUp();
  for (const [tool, args, message] of [
    ['create_entities', { entities: [{ ...bob, name: ' ' }] }, 'An entity has no name.'],
    ['create_relations', { relations: [{ ...knows, to: '' }] }, 'A relation lacks from, to or relationType.'],
  ] as const)
    await expect(run(tool, args)).rejects.toMatchObject({ code: 'validation_failed', message });
});

test('what is said twice in one call is kept once, and many observations are deleted', async () => {
  const { run, stored, asked } = setUp();
  const twice = { ...ada, observations: ['paints', 'paints', 'sings'] };
  await run('create_entities', { entities: [twice, twice] });
  await run('create_relations', { relations: [knows, knows] });
  const externalIds = asked
    .filter((line) => line.startsWith('writeEntries'))
    .map((line) => Array.from(line.matchAll(/"externalId":"([^"]*)"/g), ([, id]) => id));
  expect(externalIds.map((ids) => [ids.length, new Set(ids).size])).toEqual([
    [3, 3],
    [1, 1],
  ]);
  expect(stored).toHaveLength(4);
  const observations = Array.from({ length: 600 }, (_, i) => `note ${i}`);
  await run('add_observations', { observations: [{ entityName: 'Ada', contents: observations }] });
  await run('delete_observations', { deletions: [{ entityName: 'Ada', observations }] });
  const sizes = asked.filter((line) => line.startsWith('deleteEntries')).map((line) => line.length);
  expect(Math.max(...sizes)).toBeLessThan(16_384);
  expect(stored).toHaveLength(4);
});

test('a graph keeps its budget whatever is much of it: relations, or observations of one entity', async () => {
  const count = (text: string) => text.length / 4;
  const { run } = setUp();
  const names = Array.from({ length: 40 }, (_, i) => `n${i}`);
  await run('create_entities', { entities: names.map((name) => ({ ...bob, name })) });
  for (const from of names)
    await run('create_relations', { relations: names.map((to) => ({ from, to, relationType: 'knows' })) });
  const cut = await run('read_graph', {}, count);
  expect(count(cut)).toBeLessThan(16_100);
  expect(cut).toContain('"n0"');
  expect(cut).toMatch(/\n\d+ more entities, \d+ relations do not fit; use search_nodes\.$/);
  const { entities, relations } = JSON.parse(cut.slice(0, cut.lastIndexOf('\n'))) as {
    entities: Array<{ name: string }>;
    relations: Array<{ from: string; to: string }>;
  };
  expect(relations).toHaveLength(entities.length ** 2);

  const one = setUp();
  const observations = Array.from({ length: 80 }, (_, i) => `${i} ${'word '.repeat(200)}`);
  await one.run('create_entities', { entities: [{ ...ada, observations }] });
  const opened = await one.run('open_nodes', { names: ['Ada'] }, count);
  expect(count(opened)).toBeLessThan(16_100);
  expect(opened).toContain('"0 word ');
  expect(opened).toMatch(/\n\d+ observations do not fit; use search_nodes\.$/);

  const loose = setUp();
  const others = Array.from({ length: 99 }, (_, i) => ({ ...knows, to: `${i} ${'far '.repeat(300)}` }));
  await loose.run('create_relations', { relations: others });
  const shown = await loose.run('read_graph', {}, count);
  expect(count(shown)).toBeLessThan(16_100);
  expect(shown).toMatch(/\n\d+ relations do not fit; use search_nodes\.$/);
});
