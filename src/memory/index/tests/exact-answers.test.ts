import { afterAll, expect, test, vi } from 'vitest';
import { configSchema } from '../../../config/schema.ts';
import { createEmbedder } from '../../embedding/create-embedder.ts';
import { Generation } from '../generation.ts';
import { NamespaceIndex } from '../namespace-index.ts';
import { searchGeneration } from '../search-generation.ts';
import { ScanWorkers } from '../vectors/scan-workers.ts';
import { VectorArena } from '../vectors/vector-arena.ts';

/** So many entries are found by their bits, which may lose one; for so many it is claimed that they do not. */
const count = 10_000;
const steps = [1, 2, 10, 100, 1_000];
const limit = 10;
const things = [
  'invoice',
  'deployment',
  'printer',
  'garden',
  'database',
  'ticket',
  'recipe',
  'train',
  'contract',
  'camera',
];
const events = [
  'failed',
  'arrived',
  'was delayed',
  'was repaired',
  'got lost',
  'needs approval',
  'is ready',
  'was sold',
];
const places = [
  'Berlin',
  'the kitchen',
  'the second floor',
  'Lisbon',
  'the archive',
  'staging',
  'the office',
  'Osaka',
];
const people = [
  'Ada',
  'Bob',
  'Carol',
  'Dmitri',
  'Eve',
  'Farid',
  'Grace',
  'Hana',
  'Ivan',
  'Jun',
  'Kofi',
  'Lena',
];
const colours = [
  'green',
  'old',
  'small',
  'broken',
  'new',
  'heavy',
  'cheap',
  'yellow',
  'spare',
  'foreign',
  'quiet',
];

const embedder = await createEmbedder('fast', { ...configSchema.parse({}).embedding, cacheBytes: 0 });
const { dims, calibration } = embedder;
const embed = (texts: string[], kind: 'document' | 'query') =>
  embedder.embed(texts, kind, { tenant: 'test' });
const texts = Array.from({ length: count }, (_, i) => textOf(i));
const vectors = await embed(texts, 'document');
const questions = Array.from({ length: 12 }, (_, i) => questionOf(i * 409));
const queries = await embed(questions, 'query');
const entries = texts.map((text, i) => ({
  id: `e${i}`,
  metadata: Object.fromEntries(steps.map((step) => [`s${step}`, i % step])),
  createdAt: i,
  updatedAt: i,
  passages: [{ text, vector: vectors[i]! }],
}));

/** The same entries, of which every one that the filter lets through is compared with the query by all that is kept of it. */
function exactGeneration(): Generation {
  const generation = new Generation(arena, dims);
  for (const entry of entries) generation.append(entry);
  const { search } = generation.vectors;
  vi.spyOn(search, 'top').mockImplementation(async (query, k, selection) => {
    const every = Uint32Array.from({ length: count }, (_, row) => row);
    const mask = 'mask' in selection ? selection.mask : undefined;
    const rows = 'list' in selection ? selection.list : every.filter((row) => !mask || mask[row] === 1);
    const cosines = search.cosines(query, rows);
    const order = rows.map((_, i) => i).sort((a, b) => cosines[b]! - cosines[a]! || a - b);
    const best = order.subarray(0, k);
    return { rows: best.map((i) => rows[i]!), cosines: Float32Array.from(best, (i) => cosines[i]!) };
  });
  return generation;
}

const arena = await VectorArena.create();
const workers = new ScanWorkers(arena, 1, 0);
const exact = exactGeneration();
const alone = new NamespaceIndex({ dims, calibration, arena });
const threaded = new NamespaceIndex({ dims, calibration, arena, workers });
alone.put(entries);
threaded.put(entries);
afterAll(() => workers.close());

test.each(['dense', 'blended', 'lexical'] as const)(
  'a %s search of ten thousand entries gives what comparing with each of them gives, at every filter, to the last bit',
  async (mode) => {
    for (const step of steps) {
      for (const [q, text] of questions.entries()) {
        const request = {
          text,
          mode,
          vector: queries[q]!,
          limit,
          now: 0,
          explain: true,
          ...(step > 1 && { filter: { op: 'eq' as const, path: ['metadata', `s${step}`], value: 1 } }),
        };
        const wanted = await searchGeneration(exact, request, { calibration });
        expect(wanted.length).toBeGreaterThan(0);
        expect(await alone.search(request)).toEqual(wanted);
        expect(await threaded.search(request)).toEqual(wanted);
      }
    }
  },
);

test('the ten nearest are those of all vectors, one by one', async () => {
  for (const [q, text] of questions.entries()) {
    const query = queries[q]!;
    const found = await alone.search({ text, mode: 'dense', vector: query, limit, now: 0 });
    const cosines = vectors.map((vector) => {
      let sum = 0;
      for (let i = 0; i < dims; i++) sum += vector[i]! * query[i]!;
      return sum;
    });
    const nearest = Float64Array.from(cosines).sort().reverse();
    // Codes of 16 bits are right to some millionths, so that rows nearer to each other than that may change places.
    for (const [place, { id }] of found.entries())
      expect(Math.abs(cosines[Number(id.slice(1))]! - nearest[place]!)).toBeLessThan(0.000_05);
  }
});

/** Every combination is another text. */
function textOf(i: number): string {
  const of = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
  const [a, b, c] = [i, Math.floor(i / 10), Math.floor(i / 80)];
  return `The ${of(colours, c)} ${of(things, a)} of ${of(people, Math.floor(i / 97))} ${of(events, b)} in ${of(places, Math.floor(i / 13))}, number ${i % 977}.`;
}

function questionOf(i: number): string {
  return `Which ${things[i % things.length]} ${events[Math.floor(i / 10) % events.length]} in ${places[i % places.length]}? ${people[i % people.length]}`;
}
