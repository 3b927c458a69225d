import type { FlatTree } from '../flat-tree.ts';

/** What the parser did not understand: 0 only where nothing is missing either. */
export function errorsIn({ hasError, symbol, count, symbolNames }: FlatTree): number {
  if (!hasError) return 0;
  const error = symbolNames.length - 1;
  let errors = 1;
  for (let i = 0; i < count; i++) if (symbol[i] === error) errors++;
  return errors;
}

/** The tree of a text that was parsed with an end of line behind it. */
export function endingWith(tree: FlatTree, length: number): FlatTree {
  const within = (offset: number) => Math.min(offset, length);
  return { ...tree, start: tree.start.map(within), end: tree.end.map(within) };
}
