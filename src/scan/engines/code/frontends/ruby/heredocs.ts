import type { TreeReader } from '../shared/tree-reader.ts';

/** Heredocs open in the order in which their texts follow. */
export function pairHeredocs(reader: TreeReader): Map<number, number> {
  const pairs = new Map<number, number>();
  const waiting: number[] = [];
  const { symbol } = reader.tree;
  for (let n = 0; n < symbol.length; n++) {
    const kind = reader.kind(n);
    if (kind === 'heredoc_beginning') waiting.push(n);
    else if (kind === 'heredoc_body') {
      const opening = waiting.shift();
      if (opening !== undefined) pairs.set(opening, n);
    }
  }
  return pairs;
}
