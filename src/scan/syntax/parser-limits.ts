/** So much for any text, and more for each of its UTF-16 units: what one text may cost grows with its length and with nothing else. */
export interface Allowance {
  base: number;
  perUnit: number;
}

export interface ParserLimits {
  /** UTF-16 units. */
  maxTextLength: number;
  maxNodes: number;
  /** Nodes that are deeper are not in the tree. */
  maxDepth: number;
  /** Steps of the parser. Real code takes at most 4 for each unit; an ambiguous or broken text can take any number. */
  operations: Allowance;
  /** Units that the parser reads. Where a grammar asks for the column it reads the line again for each word: a line of 64 kB would take minutes. */
  unitsRead: Allowance;
  memoryBytes: Allowance;
}

export const parserLimits: ParserLimits = {
  maxTextLength: 5 << 20,
  maxNodes: 4_000_000,
  maxDepth: 1_000,
  operations: { base: 400_000, perUnit: 10 },
  unitsRead: { base: 8_000_000, perUnit: 200 },
  memoryBytes: { base: 112 << 20, perUnit: 200 },
};

export function allowed({ base, perUnit }: Allowance, textLength: number): number {
  return base + perUnit * textLength;
}
