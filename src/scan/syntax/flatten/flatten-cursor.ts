import type { Tree } from 'web-tree-sitter';
import type { TreeColumns } from './tree-columns.ts';

/**
 * Flattens a tree through the public cursor: slow (a call into WebAssembly for each node) but bound to nothing private. It is the
 * measure that the fast way is tested against, and what is used when that test fails. False when the tree has too many nodes.
 */
export function flattenByCursor(
  tree: Tree,
  errorSymbol: number,
  maxNodes: number,
  out: TreeColumns,
): boolean {
  const cursor = tree.walk();
  out.count = 0;
  out.depth = 0;
  const open: number[] = [];
  try {
    for (;;) {
      if (out.count >= maxNodes) return false;
      const i = out.count++;
      if (i >= out.symbol.length) out.grow();
      const symbol = cursor.nodeTypeId;
      out.symbol[i] = symbol === 65535 ? errorSymbol : symbol;
      out.field[i] = cursor.currentFieldId;
      out.start[i] = cursor.startIndex;
      out.end[i] = cursor.endIndex;
      out.parent[i] = open.length ? open[open.length - 1]! : -1;
      out.named[i] = cursor.nodeIsNamed ? 1 : 0;
      if (cursor.gotoFirstChild()) {
        open.push(i);
        if (open.length > out.depth) out.depth = open.length;
        continue;
      }
      out.skip[i] = out.count;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return true;
        out.skip[open.pop()!] = out.count;
      }
    }
  } finally {
    cursor.delete();
  }
}
