import type { TreeColumns } from './tree-columns.ts';

/**
 * Removes every node below a depth, so that whoever walks the tree by recursion has a bottom under them. Real code is a hundred deep, generated code a few hundred;
 * a text of 64 kB can be thirty thousand deep. True where something was removed.
 */
export function pruneDepth(tree: TreeColumns, maxDepth: number): boolean {
  const { count, parent, skip } = tree;
  const depth = new Uint32Array(count);
  /** How many nodes are kept before each, which is where it is afterwards; one more for the end. */
  const place = new Uint32Array(count + 1);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    depth[i] = i === 0 ? 0 : depth[parent[i]!]! + 1;
    place[i] = kept;
    if (depth[i]! <= maxDepth) kept++;
  }
  place[count] = kept;
  if (kept === count) return false;
  for (let i = 0; i < count; i++) {
    if (depth[i]! > maxDepth) continue;
    const to = place[i]!;
    for (const column of [tree.symbol, tree.field, tree.start, tree.end, tree.named]) column[to] = column[i]!;
    skip[to] = place[skip[i]!]!;
    parent[to] = i === 0 ? -1 : place[parent[i]!]!;
  }
  tree.count = kept;
  return true;
}
