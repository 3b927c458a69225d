import type { TreeColumns } from './tree-columns.ts';

/**
 * Flattens a tree by reading tree-sitter's structs straight out of WebAssembly memory in one pass, several times faster than
 * the cursor. It relies on the private layout of exactly the pinned version of `web-tree-sitter` (wasm32), therefore the parser
 * tests it against the cursor for each grammar before trusting it.
 *
 * Layout used. `TSLanguage`: symbol count at word 1, alias count at word 2, production count at word 7, field count at word 8, longest alias
 * sequence at byte 36, then pointers (words 16–21). A subtree is 8 bytes: inline when bit 0 is set (flags, symbol, padding, size
 * in place), else a pointer to a heap record whose children are in front of it.
 */
export class HeapFlattener {
  readonly #memory: WebAssembly.Memory;
  readonly #languages = new Map<number, LanguageTables>();
  #words = new Uint32Array(0);
  #halves = new Uint16Array(0);
  #bytes = new Uint8Array(0);
  #frames = new Int32Array(64 * frameSize);

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** `treeAddress` is where the tree's struct is. False when the tree has too many nodes. */
  flatten(treeAddress: number, errorSymbol: number, maxNodes: number, out: TreeColumns): boolean {
    if (this.#words.buffer !== this.#memory.buffer) {
      this.#words = new Uint32Array(this.#memory.buffer);
      this.#halves = new Uint16Array(this.#memory.buffer);
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    const words = this.#words;
    const halves = this.#halves;
    const bytes = this.#bytes;
    const { publicSymbol, fieldsOf, aliasesOf, metadata } = this.#tablesOf(words[(treeAddress + 8) >>> 2]!);
    let frames = this.#frames;
    // Columns and the innermost open subtree as locals: most nodes are leaves, which then touch no other memory.
    let {
      symbol: symbols,
      field: fields,
      start: starts,
      end: ends,
      skip: skips,
      parent: parents,
      named,
    } = out;
    let capacity = symbols.length;
    let count = 0;
    let depth = 0;
    let deepest = 0;
    let child = treeAddress;
    let childrenLeft = 1;
    let structuralIndex = 0;
    let position = 0;
    let production = 0;
    let parent = -1;
    let inheritedField = 0;
    let visibleAt = -1;
    let childAliases: Uint16Array | undefined;
    let childFields: Uint16Array | undefined;

    for (;;) {
      if (childrenLeft === 0) {
        if (visibleAt >= 0) skips[visibleAt] = count;
        if (depth === 0) {
          out.count = count;
          out.depth = deepest;
          return true;
        }
        const at = --depth * frameSize;
        child = frames[at]!;
        childrenLeft = frames[at + 1]!;
        structuralIndex = frames[at + 2]!;
        position = frames[at + 3]!;
        production = frames[at + 4]!;
        parent = frames[at + 5]!;
        inheritedField = frames[at + 6]!;
        visibleAt = frames[at + 7]!;
        childAliases = aliasesOf[production];
        childFields = fieldsOf[production];
        continue;
      }
      const here = child;
      const word = words[here >>> 2]!;
      const inline = word & 1;
      const base = word >>> 2;
      const flags = inline ? 0 : bytes[word + 44]!;
      const size = inline ? bytes[here + 7]! : words[base + 4]!;
      const start = position + (inline ? bytes[here + 6]! : words[base + 1]!);
      child += 8;
      childrenLeft--;
      position = start + size;
      let alias = 0;
      let fieldId = inheritedField;
      if (!(inline ? (word >>> 3) & 1 : (flags >>> 2) & 1)) {
        if (childAliases !== undefined) alias = childAliases[structuralIndex] ?? 0;
        if (childFields !== undefined) fieldId = childFields[structuralIndex] || fieldId;
        structuralIndex++;
      }
      let shownAt = -1;
      if (alias || (inline ? (word >>> 1) & 1 : flags & 1)) {
        if (count >= maxNodes) return false;
        shownAt = count++;
        if (shownAt >= capacity) {
          out.grow();
          ({
            symbol: symbols,
            field: fields,
            start: starts,
            end: ends,
            skip: skips,
            parent: parents,
            named,
          } = out);
          capacity = symbols.length;
        }
        if (alias) {
          symbols[shownAt] = alias;
          named[shownAt] = bytes[metadata + alias * 3 + 1]!;
        } else if (inline) {
          symbols[shownAt] = publicSymbol[(word >>> 8) & 255]!;
          named[shownAt] = (word >>> 2) & 1;
        } else {
          const symbol = halves[(word + 40) >>> 1]!;
          symbols[shownAt] = symbol === 65535 ? errorSymbol : publicSymbol[symbol]!;
          named[shownAt] = (flags >>> 1) & 1;
        }
        fields[shownAt] = fieldId;
        starts[shownAt] = start >>> 1;
        ends[shownAt] = position >>> 1;
        parents[shownAt] = parent;
        skips[shownAt] = count;
      }
      const childCount = inline ? 0 : words[base + 9]!;
      if (childCount === 0) continue;

      if ((depth + 1) * frameSize > frames.length) {
        const larger = new Int32Array(frames.length * 2);
        larger.set(frames);
        this.#frames = larger;
        frames = larger;
      }
      const at = depth++ * frameSize;
      if (depth > deepest) deepest = depth;
      frames[at] = child;
      frames[at + 1] = childrenLeft;
      frames[at + 2] = structuralIndex;
      frames[at + 3] = position;
      frames[at + 4] = production;
      frames[at + 5] = parent;
      frames[at + 6] = inheritedField;
      frames[at + 7] = visibleAt;
      production = halves[(word + 66) >>> 1]!;
      childAliases = aliasesOf[production];
      childFields = fieldsOf[production];
      child = word - childCount * 8;
      childrenLeft = childCount;
      structuralIndex = 0;
      // The first child's padding is the subtree's own, which its start already counts.
      const first = words[child >>> 2]!;
      position = start - (first & 1 ? bytes[child + 6]! : words[(first >>> 2) + 1]!);
      visibleAt = shownAt;
      if (shownAt >= 0) {
        parent = shownAt;
        inheritedField = 0;
      } else inheritedField = fieldId;
    }
  }

  #tablesOf(pointer: number): LanguageTables {
    let tables = this.#languages.get(pointer);
    if (tables) return tables;
    const words = this.#words;
    const halves = this.#halves;
    const bytes = this.#bytes;
    const base = pointer >>> 2;
    const productions = words[base + 7]!;
    const longestAlias = halves[(pointer + 36) >>> 1]!;
    const slices = words[base + 16]! >>> 1;
    const entries = words[base + 17]!;
    const publicMap = words[base + 19]! >>> 1;
    const aliasSequences = words[base + 21]! >>> 1;
    const publicSymbol = halves.slice(publicMap, publicMap + words[base + 1]! + words[base + 2]!);
    const fieldsOf: Array<Uint16Array | undefined> = [];
    const aliasesOf: Array<Uint16Array | undefined> = [];
    for (let production = 0; production < productions; production++) {
      const first = halves[slices + production * 2]!;
      const length = halves[slices + production * 2 + 1]!;
      const fields = new Uint16Array(256);
      let any = false;
      for (let k = 0; k < length; k++) {
        const entry = entries + (first + k) * 4;
        const child = bytes[entry + 2]!;
        // Inherited fields belong to the children of a hidden child and are met there.
        if (bytes[entry + 3] || fields[child]) continue;
        fields[child] = halves[entry >>> 1]!;
        any = true;
      }
      fieldsOf.push(any ? fields : undefined);
      let aliases: Uint16Array | undefined;
      if (aliasSequences && production > 0) {
        const from = aliasSequences + production * longestAlias;
        const sequence = halves.slice(from, from + longestAlias);
        if (sequence.some((symbol) => symbol !== 0)) aliases = sequence;
      }
      aliasesOf.push(aliases);
    }
    tables = { publicSymbol, fieldsOf, aliasesOf, metadata: words[base + 18]! };
    this.#languages.set(pointer, tables);
    return tables;
  }
}

interface LanguageTables {
  publicSymbol: Uint16Array;
  /** Production → child position → field. */
  fieldsOf: Array<Uint16Array | undefined>;
  /** Production → child position → symbol that the child is shown as. */
  aliasesOf: Array<Uint16Array | undefined>;
  metadata: number;
}

/** Next child, children left, structural index, position, production, parent, inherited field, visible node. */
const frameSize = 8;
