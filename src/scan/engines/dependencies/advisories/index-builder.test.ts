import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { advisoryRecord } from '../../../../../test/support/advisory-records.ts';
import { AdvisoryIndex } from './advisory-index.ts';
import { IndexBuilder } from './index-builder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorekeep-index-'));
  file = join(folder, 'index.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const clock = { now: () => 0 };
const put = (builder: IndexBuilder, id: string, change: object = {}, source = 's') =>
  builder.put({ name: `${id}.json`, text: JSON.stringify(advisoryRecord(id, { ...change })) }, source);

/** Builds on what is there, and gives what the index holds afterwards. */
function build(change: (builder: IndexBuilder) => unknown) {
  const builder = new IndexBuilder(file, clock);
  change(builder);
  const records = builder.finish();
  const index = AdvisoryIndex.open(file)!;
  try {
    const found = index.lookUp('npm', 'left-pad');
    return {
      counts: builder.counts,
      records,
      status: index.status(),
      summaries: found.map(({ advisory }) => `${advisory.id} ${advisory.summary}`),
      ranges: found.map(({ affected }) => affected.length),
      probability: (...ids: string[]) => AdvisoryIndex.open(file)!.exploitProbability(ids),
      isExploited: (id: string) => AdvisoryIndex.open(file)!.isExploited([id]),
    };
  } finally {
    index.close();
  }
}

test('records are added, changed, left as they are and taken out, and all of it is counted', () => {
  const none = { added: 0, changed: 0, unchanged: 0, removed: 0, withdrawn: 0 };
  const first = build((builder) => {
    put(builder, 'A-1');
    put(builder, 'A-2');
    put(builder, 'A-3');
    // Never known: there is nothing to take out.
    put(builder, 'A-9', { withdrawn: '2026-01-01T00:00:00Z' });
    put(builder, 'A-8', { affected: [] });
  });
  expect(first.counts).toEqual({ ...none, added: 3, withdrawn: 1 });
  expect(first.records).toBe(3);
  const second = build((builder) => {
    put(builder, 'A-1');
    put(builder, 'A-2', { summary: 'Other words' });
    put(builder, 'A-3', { withdrawn: '2026-01-01T00:00:00Z' });
  });
  expect(second.counts).toEqual({ ...none, unchanged: 1, changed: 1, removed: 1, withdrawn: 1 });
  expect(second.summaries).toEqual(['A-1 Summary of A-1', 'A-2 Other words']);
  expect(second.ranges).toEqual([1, 1]);
  const third = build((builder) => put(builder, 'A-1', { affected: [] }));
  expect(third.counts).toEqual({ ...none, removed: 1 });
  expect(third.summaries).toEqual(['A-2 Other words']);
});

test('only what the same source no longer has is taken out', () => {
  const { summaries, counts } = build((builder) => {
    put(builder, 'A-1');
    const kept = put(builder, 'A-2')!;
    put(builder, 'B-1', {}, 't');
    builder.removeOthers('s', new Set([kept]));
  });
  expect(summaries).toEqual(['A-2 Summary of A-2', 'B-1 Summary of B-1']);
  expect(counts.removed).toBe(1);
});

test('ecosystems that are not known are counted by records', () => {
  const entry = (ecosystem: string) => ({ package: { ecosystem, name: 'a' }, versions: ['1'] });
  const builder = new IndexBuilder(file, clock);
  put(builder, 'A-1', { affected: [entry('Moon'), entry('Moon'), entry('Sun')] });
  put(builder, 'A-2', { affected: [entry('Moon')] });
  expect([...builder.unknownEcosystems]).toEqual([
    ['Moon', 2],
    ['Sun', 1],
  ]);
  builder.abandon();
});

test('what of a source is no record is said until it is read as a whole again', () => {
  const said = (taken: 'whole' | 'changes', broken: string[]) =>
    build((builder) => {
      put(builder, 'A-1');
      for (const name of broken) builder.put({ name, text: '' }, 's');
      builder.saveSource('s', '', taken);
    }).status.unreadable.examples.map(({ name }) => name);
  expect(said('whole', ['a'])).toEqual(['a']);
  expect(said('changes', ['b'])).toEqual(['a', 'b']);
  expect(said('changes', [])).toEqual(['a', 'b']);
  expect(said('whole', ['c'])).toEqual(['c']);
  expect(said('whole', [])).toEqual([]);
  rmSync(file);
  expect(said('changes', ['d'])).toEqual(['d']);
});

test('lists of exploited vulnerabilities and of scores are replaced as a whole', () => {
  build((builder) => {
    put(builder, 'A-1');
    builder.replaceExploited(['CVE-2026-0001']);
    builder.replaceEpss([
      ['CVE-2026-0001', 0.1],
      ['CVE-2026-0002', 0.2],
    ]);
  });
  const { isExploited, probability, status } = build((builder) => {
    builder.replaceExploited(['CVE-2026-0003', 'CVE-2026-0003']);
    builder.replaceEpss([
      ['CVE-2026-0002', 0.3],
      ['CVE-2026-0003', 0.4],
    ]);
  });
  expect([isExploited('CVE-2026-0001'), isExploited('CVE-2026-0003')]).toEqual([false, true]);
  expect([status.exploited, status.epss]).toEqual([1, 2]);
  // The highest of all names of a problem counts.
  expect(probability('CVE-2026-0002', 'CVE-2026-0003')).toBe(0.4);
  expect(probability('CVE-2026-0001')).toBeUndefined();
  expect(probability()).toBeUndefined();
});

test('the revision is another one when a record or the list of exploited vulnerabilities is, and only then', () => {
  const revision = (change: (builder: IndexBuilder) => unknown) => build(change).status.revision;
  const first = revision((builder) => put(builder, 'A-1'));
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(revision((builder) => put(builder, 'A-1'))).toBe(first);
  const second = revision((builder) => builder.replaceExploited(['CVE-2026-0001']));
  const third = revision((builder) => builder.replaceExploited(['CVE-2026-0002']));
  const fourth = revision((builder) => put(builder, 'A-1', { summary: 'Other words' }));
  expect(new Set([first, second, third, fourth]).size).toBe(4);
});

test('how current the knowledge is says the newest record that has a date', () => {
  const newest = (modified: string) => build((builder) => put(builder, 'A-1', { modified })).status.newest;
  expect(newest('0001-01-01T00:00:00Z')).toBeUndefined();
  expect(newest('2026-03-04T00:00:00Z')).toBe('2026-03-04T00:00:00Z');
  const { status } = build((builder) => builder.saveSource('none', 'state'));
  expect(status.sources).toEqual([
    { name: 'none', syncedAt: '1970-01-01T00:00:00.000Z', newest: '', records: 0 },
  ]);
});

test('what a crash left is thrown away, and so is what is abandoned; a finished index stays', () => {
  writeFileSync(`${file}.${process.pid}.building`, 'half of an index');
  expect(build((builder) => put(builder, 'A-1')).records).toBe(1);
  const abandoned = new IndexBuilder(file, clock);
  put(abandoned, 'A-2');
  abandoned.abandon();
  abandoned.abandon();
  expect(readdirSync(folder)).toEqual(['index.db']);
  const finished = new IndexBuilder(file, clock);
  put(finished, 'A-3');
  finished.finish();
  finished.abandon();
  expect(build(() => {}).summaries).toEqual(['A-1 Summary of A-1', 'A-3 Summary of A-3']);
});

test('a closed index answers nothing any more', () => {
  build((builder) => put(builder, 'A-1'));
  const index = AdvisoryIndex.open(file)!;
  index.close();
  expect(() => index.lookUp('npm', 'left-pad')).toThrow();
});
