import { describe, expect, test } from 'vitest';
import { type MappingNode, plainValue } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { applyJsonPatch } from './json-patch.ts';

const node = (value: unknown) => parseYaml(JSON.stringify(value)).documents[0]!;
const patched = (object: unknown, ...operations: unknown[]) =>
  plainValue(applyJsonPatch(node(object) as MappingNode, node(operations)));

describe('a patch', () => {
  const object = { a: 1, list: [1, 2, 3], deep: { b: { c: true } }, 'x/y': 1, 'x~y': 2 };
  test.each([
    [
      { op: 'add', path: '/new', value: 5 },
      { ...object, new: 5 },
    ],
    [
      { op: 'replace', path: '/a', value: 5 },
      { ...object, a: 5 },
    ],
    [
      { op: 'remove', path: '/a' },
      { list: object.list, deep: object.deep, 'x/y': 1, 'x~y': 2 },
    ],
    [{ op: 'remove', path: '/none' }, object],
    [
      { op: 'replace', path: '/deep/b/c', value: false },
      { ...object, deep: { b: { c: false } } },
    ],
    [
      { op: 'remove', path: '/deep/b/c' },
      { ...object, deep: { b: {} } },
    ],
    [{ op: 'add', path: '/none/b', value: 1 }, object],
    [
      { op: 'add', path: '/list/-', value: 4 },
      { ...object, list: [1, 2, 3, 4] },
    ],
    [
      { op: 'add', path: '/list/3', value: 4 },
      { ...object, list: [1, 2, 3, 4] },
    ],
    [
      { op: 'add', path: '/list/0', value: 4 },
      { ...object, list: [4, 1, 2, 3] },
    ],
    [
      { op: 'replace', path: '/list/1', value: 4 },
      { ...object, list: [1, 4, 3] },
    ],
    [
      { op: 'remove', path: '/list/1' },
      { ...object, list: [1, 3] },
    ],
    [{ op: 'add', path: '/list/4', value: 4 }, object],
    [{ op: 'add', path: '/list/-1', value: 4 }, object],
    [{ op: 'add', path: '/list/x', value: 4 }, object],
    [{ op: 'add', path: '/list/1.5', value: 4 }, object],
    [{ op: 'add', path: '/list/3/x', value: 4 }, object],
    [
      { op: 'replace', path: '/x~1y', value: 5 },
      { ...object, 'x/y': 5 },
    ],
    [
      { op: 'replace', path: '/x~0y', value: 5 },
      { ...object, 'x~y': 5 },
    ],
    [{ op: 'replace', path: '/a/b', value: 5 }, object],
    [{ op: 'move', path: '/a', from: '/list' }, object],
    [{ op: 'add', path: 'a', value: 5 }, object],
    [{ op: 'add', path: '/a' }, object],
    [{ op: 'add', value: 5 }, object],
  ])('%j', (operation, result) => {
    expect(patched(object, operation)).toEqual(result);
  });

  test('is applied in order, up to 200 operations', () => {
    const adds = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ op: 'add', path: '/list/-', value: at }));
    expect(patched({ list: [] }, ...adds(201))).toEqual({ list: Array.from({ length: 200 }, (_, at) => at) });
    expect(
      patched({ a: 1 }, { op: 'add', path: '/b', value: {} }, { op: 'add', path: '/b/c', value: 1 }),
    ).toEqual({
      a: 1,
      b: { c: 1 },
    });
  });
});
