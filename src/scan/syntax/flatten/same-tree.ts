import type { FlatTree } from '../flat-tree.ts';

const columns = ['symbol', 'field', 'start', 'end', 'skip', 'parent', 'named'] as const;

export function sameTree(a: FlatTree, b: FlatTree): boolean {
  if (a.count !== b.count) return false;
  return columns.every((column) => a[column].every((value, i) => value === b[column][i]));
}
