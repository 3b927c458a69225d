/**
 * A syntax tree as flat columns in document order: node `i`'s subtree is the index range `[i, skip[i])`, so that walking
 * is counting. Offsets are UTF-16 units of the file's text.
 */
export interface FlatTree {
  readonly language: string;
  readonly count: number;
  /** Index into `symbolNames`. */
  readonly symbol: Uint16Array;
  /** Index into `fieldNames`; 0 for none. */
  readonly field: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** The first index after this node's subtree. */
  readonly skip: Uint32Array;
  /** -1 for the root. */
  readonly parent: Int32Array;
  readonly named: Uint8Array;
  readonly symbolNames: readonly string[];
  readonly fieldNames: readonly string[];
  /** The same the other way round. */
  readonly fieldIds: ReadonlyMap<string, number>;
  /** The parser met something that is not of the language; the rest of the tree is still usable. */
  readonly hasError: boolean;
  /** What is nested too deeply is not in the tree. */
  readonly isPruned: boolean;
}
