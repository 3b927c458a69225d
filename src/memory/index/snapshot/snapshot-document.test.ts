import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NamespaceIndex } from '../namespace-index.ts';
import { VectorArena } from '../vectors/vector-arena.ts';

const page = readFileSync(
  join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'memory-index.md'),
  'utf8',
);

/** The names in the table of sections, each with the array that holds it. */
function documented(): Array<[name: string, kind: string]> {
  const table = page.slice(page.indexOf('| section'));
  return table.split('\n').flatMap((line) => {
    const [, names = '', element = ''] = line.split('|').map((cell) => cell.trim());
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name]): [string, string] => [name!, `${element}Array`]);
  });
}

test('the page on the memory index lists every section of a snapshot with its element, and the version', async () => {
  const calibration = { points: [[-1, 0] as const, [1, 1] as const] };
  const index = new NamespaceIndex({ dims: 24, calibration, arena: await VectorArena.create() });
  const { parts, release } = index.snapshot('tag');
  const [first] = parts;
  const bytes = Buffer.from(first!.bytes());
  const description = JSON.parse(bytes.subarray(0, bytes.indexOf(10)).toString());
  release();
  index.release();
  const written = (description.sections as Array<{ name: string; kind: string }>).map(({ name, kind }) => [
    name,
    kind,
  ]);
  expect(documented().toSorted()).toEqual(written.toSorted());
  expect(page).toContain(`| ${description.version}; another version is not read`);
  expect(page).toContain(description.partBytes.toLocaleString('en'));
  for (const name of Object.keys(description)) expect(page).toContain(`\`${name}\``);
});
