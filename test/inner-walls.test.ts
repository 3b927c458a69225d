import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesIn, importGraph } from './support/import-graph.ts';

const source = join(import.meta.dirname, '..', 'src');

/** Which room of a house may use which, from the ground up. Files directly in the house are its roof and may use every room. */
const houses: Record<string, Record<string, string[]>> = {
  scan: {
    model: [],
    formats: ['model'],
    likeness: ['model'],
    syntax: ['model'],
    symbols: ['model', 'syntax'],
    source: ['model'],
    cache: ['model'],
    sandbox: ['model'],
    credentials: ['model', 'source'],
    webhooks: ['model', 'source', 'credentials'],
    engines: ['model', 'formats', 'syntax', 'source'],
    catalogue: ['model', 'formats', 'engines'],
    findings: ['model', 'formats', 'engines'],
    report: ['model', 'formats', 'findings'],
    pipeline: ['model', 'formats', 'syntax', 'symbols', 'source', 'cache', 'engines', 'findings'],
    service: ['model', 'source', 'credentials', 'webhooks', 'likeness'],
  },
  'scan/engines/secrets': {
    values: [],
    matching: ['values'],
    rules: ['values', 'matching'],
    detectors: ['values', 'matching', 'rules'],
    layers: ['values', 'matching'],
  },
  'scan/engines/code': {
    reading: [],
    ir: [],
    knowledge: [],
    domain: ['ir', 'knowledge'],
    analysis: ['ir', 'knowledge', 'domain'],
    frontends: ['ir', 'domain', 'analysis'],
    judging: ['reading', 'ir', 'knowledge', 'domain', 'analysis'],
    linking: ['domain'],
    templates: ['knowledge'],
    packs: ['knowledge'],
    exercises: ['knowledge'],
  },
};

describe.each(Object.entries(houses))('inside %s', (house, mayUse) => {
  const graph = importGraph(join(source, house));

  test('every room is in the table', () => {
    const rooms = readdirSync(join(source, house), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(rooms.map(({ name }) => name).sort()).toEqual(Object.keys(mayUse).sort());
  });

  test('every import goes down', () => {
    const wrong = [...graph].flatMap(([file, targets]) =>
      targets
        .filter((target) => {
          const from = roomOf(file);
          const to = roomOf(target);
          return from !== undefined && from !== to && !(to !== undefined && mayUse[from]?.includes(to));
        })
        .map((target) => `${file} must not import ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the table itself has no circle', () => {
    expect(circlesIn(new Map(Object.entries(mayUse)))).toEqual([]);
  });
});

test('inside the code engine at most a third of the pairs of rooms know each other', () => {
  const rooms = Object.keys(houses['scan/engines/code']!);
  const tied = new Set(
    [...importGraph(join(source, 'scan/engines/code'))].flatMap(([file, targets]) =>
      targets
        .map((target) => [roomOf(file), roomOf(target)])
        .filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
        .map((pair) => pair.sort().join(' and ')),
    ),
  );
  const pairs = (rooms.length * (rooms.length - 1)) / 2;
  expect(tied.size).toBeGreaterThan(rooms.length - 2);
  expect(tied.size, [...tied].sort().join(', ')).toBeLessThanOrEqual(pairs / 3);
});

/** Modules that need one another, each group with the reason: by its first module in alphabetical order. */
const allowedCircles: Record<string, string> = {
  'memory/index/vectors/vector-rows.ts': 'the rows and the search over them share one memory',
  'scan/engines/secrets/detectors/assignment/assigned-value.ts':
    'an assigned value may hold an element, whose text may be an assignment',
  'scan/formats/hcl/parse-hcl-expression.ts':
    'recursive descent: a template holds expressions, which hold templates',
};

test('no modules import one another in a circle, types included, except those named here with their reason', () => {
  const circles = circlesIn(importGraph(source)).map((members) => members[0]!);
  expect(circles).toEqual(Object.keys(allowedCircles).sort((a, b) => a.localeCompare(b)));
});

test('a circle of types alone is found', () => {
  const graph = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['a.ts']],
    ['d.ts', ['a.ts']],
  ]);
  expect(circlesIn(graph)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
});

test('no folder holds more than 25 files side by side', () => {
  const crowded = [
    '',
    ...readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(source.length + 1)),
  ]
    .map(
      (folder) =>
        [
          folder,
          readdirSync(join(source, folder), { withFileTypes: true }).filter((entry) => entry.isFile()).length,
        ] as const,
    )
    .filter(([, count]) => count > 25);
  expect(crowded).toEqual([]);
});

function roomOf(file: string): string | undefined {
  const at = file.indexOf('/');
  return at < 0 ? undefined : file.slice(0, at);
}
