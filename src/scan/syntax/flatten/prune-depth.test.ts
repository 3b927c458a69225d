import { expect, test } from 'vitest';
import { pruneDepth } from './prune-depth.ts';
import { TreeColumns } from './tree-columns.ts';

/** A tree by the parents of its nodes: each node's symbol is its number at first, its other columns are numbers of their own. */
function treeOf(parents: readonly number[]): TreeColumns {
  const tree = new TreeColumns();
  tree.count = parents.length;
  for (const [i, parent] of parents.entries()) {
    tree.symbol[i] = i;
    tree.field[i] = 100 + i;
    tree.start[i] = 200 + i;
    tree.end[i] = 300 + i;
    tree.named[i] = i % 2;
    tree.parent[i] = parent;
    let end = i + 1;
    while (end < parents.length && isInside(parents, end, i)) end++;
    tree.skip[i] = end;
  }
  return tree;
}

function isInside(parents: readonly number[], node: number, of: number): boolean {
  for (let at = node; at >= 0; at = parents[at]!) if (at === of) return true;
  return false;
}

const rows = (tree: TreeColumns) =>
  Array.from({ length: tree.count }, (_, i) =>
    [
      tree.symbol[i],
      tree.field[i],
      tree.start[i],
      tree.end[i],
      tree.named[i],
      tree.parent[i],
      tree.skip[i],
    ].join(' '),
  );

/** 0 has 1 and 5, 1 has 2 and 4, 2 has 3. */
const parents = [-1, 0, 1, 2, 1, 0];

test('a tree that is not too deep stays as it is', () => {
  const tree = treeOf(parents);
  const before = rows(tree);
  expect(pruneDepth(tree, 3)).toBe(false);
  expect(rows(tree)).toEqual(before);
});

test('what is deeper is gone, and the others are where they would be without it', () => {
  const tree = treeOf(parents);
  expect(pruneDepth(tree, 2)).toBe(true);
  expect(rows(tree)).toEqual([
    '0 100 200 300 0 -1 5',
    '1 101 201 301 1 0 4',
    '2 102 202 302 0 1 3',
    '4 104 204 304 0 1 4',
    '5 105 205 305 1 0 5',
  ]);
});

test('of a tree of no depth the root is left', () => {
  const tree = treeOf(parents);
  expect(pruneDepth(tree, 0)).toBe(true);
  expect(rows(tree)).toEqual(['0 100 200 300 0 -1 1']);
});
