import { Language, type Tree, Parser as TreeSitter } from 'web-tree-sitter';
import { compileGrammar, optimiseGrammarsLater } from './compile-grammar.ts';
import { isSingleFileComponent, maskOutsideScripts } from './embedded-script.ts';
import { codeOfTemplate } from './embedded-template.ts';
import type { FlatTree } from './flat-tree.ts';
import { flattenByCursor } from './flatten-cursor.ts';
import { HeapFlattener } from './flatten-heap.ts';
import { languageOf, languages } from './languages.ts';
import { isScala, readableScala } from './scala-source.ts';
import { samples } from './self-test-samples.ts';
import { TreeColumns } from './tree-columns.ts';

export interface ParserLimits {
  /** UTF-16 units. */
  maxTextLength: number;
  maxNodes: number;
  /** Steps of the parser itself: broken text can cost far more than its length. */
  maxOperations: number;
}

export const parserLimits: ParserLimits = {
  maxTextLength: 5 << 20,
  maxNodes: 4_000_000,
  maxOperations: 60_000_000,
};

export interface Parser {
  /**
   * The tree of a text whose language the path tells; undefined where no grammar knows the path or the text is beyond the limits. The
   * grammar is loaded at the first text of its language.
   */
  parse(path: string, text: string): FlatTree | undefined;
  /** How trees of a language are read: by the fast way unless its self-test failed. */
  readerOf(language: string): 'heap' | 'cursor';
}

export async function createParser(limits: ParserLimits = parserLimits): Promise<Parser> {
  const memory = await initialise();
  return new WasmParser(memory, limits);
}

/**
 * `web-tree-sitter` holds one WebAssembly instance for the whole process, whoever asks first; its memory must therefore be
 * remembered with it and not with a parser.
 */
let initialised: Promise<WebAssembly.Memory> | undefined;

function initialise(): Promise<WebAssembly.Memory> {
  initialised ??= (async () => {
    optimiseGrammarsLater();
    const memory = new WebAssembly.Memory({ initial: 512, maximum: 16_384 });
    await TreeSitter.init({ wasmMemory: memory });
    return memory;
  })();
  return initialised;
}

/** The text as the grammar of its language can read it, of the same length. */
function readable(path: string, text: string): string {
  if (isSingleFileComponent(path)) return maskOutsideScripts(text);
  if (isScala(path)) return readableScala(text);
  return codeOfTemplate(path, text) ?? text;
}

interface LoadedGrammar {
  grammar: Language;
  symbolNames: string[];
  fieldNames: string[];
  fieldIds: Map<string, number>;
  reader: 'heap' | 'cursor';
}

class WasmParser implements Parser {
  readonly #limits: ParserLimits;
  readonly #heap: HeapFlattener;
  readonly #columns = new TreeColumns();
  readonly #grammars = new Map<string, LoadedGrammar>();
  #treeSitter = new TreeSitter();

  constructor(memory: WebAssembly.Memory, limits: ParserLimits) {
    this.#limits = limits;
    this.#heap = new HeapFlattener(memory);
  }

  parse(path: string, text: string): FlatTree | undefined {
    const language = languageOf(path);
    if (language === undefined || text.length > this.#limits.maxTextLength) return undefined;
    const source = readable(path, text);
    try {
      const loaded = this.#grammar(language);
      const tree = this.#parseText(loaded.grammar, source);
      if (!tree) return undefined;
      try {
        return this.#flatten(language, loaded, tree);
      } finally {
        tree.delete();
      }
    } catch (error) {
      // A trap inside WebAssembly (out of memory, stack) is the text's doing; anything else is ours.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#treeSitter = new TreeSitter();
      return undefined;
    }
  }

  readerOf(language: string): 'heap' | 'cursor' {
    return this.#grammar(language).reader;
  }

  #parseText(grammar: Language, text: string): Tree | null {
    this.#treeSitter.setLanguage(grammar);
    this.#treeSitter.reset();
    let checks = Math.ceil(this.#limits.maxOperations / operationsPerCheck);
    return this.#treeSitter.parse((index) => text.slice(index, index + chunkLength), null, {
      progressCallback: () => --checks < 0,
    });
  }

  #flatten(language: string, loaded: LoadedGrammar, tree: Tree): FlatTree | undefined {
    const columns = this.#columns;
    const errorSymbol = loaded.symbolNames.length - 1;
    const complete =
      loaded.reader === 'heap'
        ? this.#heap.flatten(addressOf(tree), errorSymbol, this.#limits.maxNodes, columns)
        : flattenByCursor(tree, errorSymbol, this.#limits.maxNodes, columns);
    if (!complete) return undefined;
    const { count } = columns;
    return {
      language,
      count,
      symbol: columns.symbol.slice(0, count),
      field: columns.field.slice(0, count),
      start: columns.start.slice(0, count),
      end: columns.end.slice(0, count),
      skip: columns.skip.slice(0, count),
      parent: columns.parent.slice(0, count),
      named: columns.named.slice(0, count),
      symbolNames: loaded.symbolNames,
      fieldNames: loaded.fieldNames,
      fieldIds: loaded.fieldIds,
      hasError: tree.rootNode.hasError,
    };
  }

  #grammar(id: string): LoadedGrammar {
    const known = this.#grammars.get(id);
    if (known) return known;
    const entry = languages.find((language) => language.id === id);
    if (!entry) throw new Error(`No grammar for ${id}`);
    const grammar = Language.loadSync(compileGrammar(entry));
    const fieldNames = grammar.fields.map((name) => name ?? '');
    const loaded: LoadedGrammar = {
      grammar,
      symbolNames: [...grammar.types, 'ERROR'],
      fieldNames,
      fieldIds: new Map(fieldNames.flatMap((name, id) => (name ? [[name, id]] : []))),
      reader: 'heap',
    };
    if (!this.#readsAlike(id, loaded)) loaded.reader = 'cursor';
    this.#grammars.set(id, loaded);
    return loaded;
  }

  /** Both ways of reading must agree on a sample of the language before the fast one is trusted with it. */
  #readsAlike(id: string, loaded: LoadedGrammar): boolean {
    const tree = this.#parseText(loaded.grammar, samples[id] ?? genericSample);
    if (!tree) return false;
    try {
      const fast = this.#flatten(id, { ...loaded, reader: 'heap' }, tree);
      const slow = this.#flatten(id, { ...loaded, reader: 'cursor' }, tree);
      return fast !== undefined && slow !== undefined && sameTree(fast, slow);
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError) return false;
      throw error;
    } finally {
      tree.delete();
    }
  }
}

export function sameTree(a: FlatTree, b: FlatTree): boolean {
  if (a.count !== b.count) return false;
  for (let i = 0; i < a.count; i++) {
    if (
      a.symbol[i] !== b.symbol[i] ||
      a.field[i] !== b.field[i] ||
      a.start[i] !== b.start[i] ||
      a.end[i] !== b.end[i] ||
      a.skip[i] !== b.skip[i] ||
      a.parent[i] !== b.parent[i] ||
      a.named[i] !== b.named[i]
    )
      return false;
  }
  return true;
}

/** The address of a tree's struct is its only private field, under the key 0. */
function addressOf(tree: Tree): number {
  return (tree as unknown as { 0: number })[0];
}

/** The parser asks after every hundred of its steps whether to go on. */
const operationsPerCheck = 100;
const chunkLength = 5_000;
const genericSample = 'a = "é" # x\n';
