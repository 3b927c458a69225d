import type { Language, Tree } from 'web-tree-sitter';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import { type Deadline, noDeadline } from '../../platform/cpu-deadline.ts';
import { programIdentity } from '../../platform/program-identity.ts';
import { rememberedJson } from '../../platform/remembered-json.ts';
import { BoundedMemory } from './bounded-memory.ts';
import { compileGrammar, optimiseGrammarsLater } from './compile-grammar.ts';
import type { FlatTree } from './flat-tree.ts';
import { flattenByCursor } from './flatten/flatten-cursor.ts';
import { HeapFlattener } from './flatten/flatten-heap.ts';
import { pruneDepth } from './flatten/prune-depth.ts';
import { sameTree } from './flatten/same-tree.ts';
import { TreeColumns } from './flatten/tree-columns.ts';
import { type GrammarTables, tablesOf } from './grammar-tables.ts';
import { type LanguageTable, languageTable } from './languages.ts';
import { endingWith, errorsIn } from './mended/mended-tree.ts';
import { mendedSource } from './mended-source.ts';
import type { ParseFailure } from './parse-failure.ts';
import { allowed, type ParserLimits, parserLimits } from './parser-limits.ts';
import { readableSource } from './readable-source.ts';
import { samples } from './self-test-samples.ts';
import { TextFeeder } from './text-feeder.ts';
import { compileCore, TreeSitterInstance } from './tree-sitter-instance.ts';

export type ParseResult = { tree: FlatTree } | { tree?: never; failure: ParseFailure };

export interface Parser {
  /** Makes a text that broke the parser harmless for the next one. To be awaited before each file. */
  ready(): Promise<void>;
  /** There is nothing to wait for before the next file. */
  readonly isReady: boolean;
  /** No text was parsed since it was last made ready: what breaks it now does so by itself. */
  readonly isFresh: boolean;
  /** Undefined where no grammar knows the path. The grammar is loaded at the first text of its language. */
  tryParse(path: string, text: string, deadline?: Deadline): ParseResult | undefined;
  /** The same for whoever need not know why there is no tree. */
  parse(path: string, text: string): FlatTree | undefined;
  /** For whoever was stopped in the middle of parsing: what there is of it is thrown away. */
  abandon(): void;
  /** How trees of a language are read: by the fast way unless its self-test failed. */
  readerOf(language: string): 'heap' | 'cursor';
}

export async function createParser(
  limits: ParserLimits = parserLimits,
  languages: LanguageTable = languageTable,
): Promise<Parser> {
  optimiseGrammarsLater();
  const parser = new WasmParser(limits, languages);
  await parser.ready();
  return parser;
}

interface Grammar extends GrammarTables {
  compiled: WebAssembly.Module;
  reader: 'heap' | 'cursor';
}

/** What is lost with an instance of tree-sitter. */
interface Running {
  instance: TreeSitterInstance;
  heap: HeapFlattener;
  languages: Map<string, Language>;
}

class WasmParser implements Parser {
  readonly #limits: ParserLimits;
  readonly #languages: LanguageTable;
  #memory = new BoundedMemory(collectGarbage);
  readonly #core = compileCore();
  readonly #columns = new TreeColumns();
  readonly #grammars = new Map<string, Grammar>();
  #running: Running | undefined;
  #isMemoryUsed = false;
  isFresh = true;

  constructor(limits: ParserLimits, languages: LanguageTable) {
    this.#limits = limits;
    this.#languages = languages;
  }

  get isReady(): boolean {
    return this.#running !== undefined && !this.#memory.isOvergrown;
  }

  async ready(): Promise<void> {
    // Only now: other scripts of the same page needed it.
    if (this.#memory.isOvergrown) this.abandon();
    if (this.#running) return;
    if (this.#memory.isOvergrown) this.#replaceMemory();
    else if (this.#isMemoryUsed) this.#memory.wipe();
    this.#isMemoryUsed = true;
    this.isFresh = true;
    this.#running = {
      instance: await TreeSitterInstance.create(this.#memory, this.#core),
      heap: new HeapFlattener(this.#memory),
      languages: new Map(),
    };
  }

  parse(path: string, text: string): FlatTree | undefined {
    return this.tryParse(path, text)?.tree;
  }

  tryParse(path: string, text: string, deadline: Deadline = noDeadline): ParseResult | undefined {
    const language = this.#languages.of(path);
    if (language === undefined) return undefined;
    if (text.length > this.#limits.maxTextLength) return { failure: 'too_long' };
    // A page holds scripts next to itself; where the page broke the instance, they wait for nothing.
    if (!this.#running) return { failure: 'crashed' };
    this.isFresh = false;
    try {
      return this.#parseMended(language, readableSource(path, text), deadline);
    } catch (error) {
      this.abandon();
      // A trap inside WebAssembly (out of memory, stack) is the text's doing; anything else is ours.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      return { failure: 'crashed' };
    }
  }

  /** What the grammar did not understand is read once more where it is known how to write it otherwise; the tree with fewer errors is taken. */
  #parseMended(language: string, text: string, deadline: Deadline): ParseResult {
    const first = this.#parseText(language, text, deadline);
    const mended = first.tree?.hasError ? mendedSource(language, text) : undefined;
    if (!first.tree || mended === undefined) return first;
    const { tree } = this.#parseText(language, mended, deadline);
    return tree && errorsIn(tree) < errorsIn(first.tree) ? { tree: endingWith(tree, text.length) } : first;
  }

  readerOf(language: string): 'heap' | 'cursor' {
    this.#load(language);
    return this.#grammars.get(language)!.reader;
  }

  abandon(): void {
    this.#running?.instance.discard();
    this.#running = undefined;
  }

  /** Nothing refers to the old one now; until it is collected it would count twice. */
  #replaceMemory(): void {
    this.#memory = new BoundedMemory(collectGarbage);
    collectGarbage();
  }

  #parseText(language: string, text: string, deadline: Deadline): ParseResult {
    const grammar = this.#load(language);
    const feeder = new TextFeeder(text, this.#limits, deadline);
    this.#memory.limitTo(allowed(this.#limits.memoryBytes, text.length));
    const tree = this.#running!.instance.parse(grammar, feeder);
    if (!tree) {
      // Stopped in the middle, its next parse may trap, whatever is reset before.
      this.abandon();
      return { failure: feeder.stoppedBy === 'deadline' ? 'deadline' : 'too_many_steps' };
    }
    const flat = this.#flatten(language, tree, this.#grammars.get(language)!.reader);
    tree.delete();
    return flat ? { tree: flat } : { failure: 'too_many_nodes' };
  }

  #flatten(language: string, tree: Tree, reader: 'heap' | 'cursor'): FlatTree | undefined {
    const { symbolNames, fieldNames, fieldIds } = this.#grammars.get(language)!;
    const columns = this.#columns;
    const errorSymbol = symbolNames.length - 1;
    const complete =
      reader === 'heap'
        ? this.#running!.heap.flatten(addressOf(tree), errorSymbol, this.#limits.maxNodes, columns)
        : flattenByCursor(tree, errorSymbol, this.#limits.maxNodes, columns);
    if (!complete) return undefined;
    const { maxDepth } = this.#limits;
    const isPruned = columns.depth > maxDepth && pruneDepth(columns, maxDepth);
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
      symbolNames,
      fieldNames,
      fieldIds,
      hasError: tree.rootNode.hasError,
      isPruned,
    };
  }

  #load(id: string): Language {
    const { instance, languages: loaded } = this.#running!;
    const known = loaded.get(id);
    if (known) return known;
    const earlier = this.#grammars.get(id);
    const compiled = earlier?.compiled ?? this.#compile(id);
    const language = this.#memory.whileLoading(() => instance.loadGrammar(compiled));
    loaded.set(id, language);
    if (!earlier) {
      this.#grammars.set(id, { ...tablesOf(language), compiled, reader: 'heap' });
      if (!this.#isFastReaderRight(id, language)) this.#grammars.get(id)!.reader = 'cursor';
    }
    return language;
  }

  #compile(id: string): WebAssembly.Module {
    const entry = this.#languages.entry(id);
    if (!entry) throw new Error(`No grammar for ${id}`);
    return compileGrammar(entry);
  }

  /** Of a program that is known as a whole, with its grammars, it need not be asked again at every start. */
  #isFastReaderRight(id: string, language: Language): boolean {
    const program = programIdentity();
    if (program === undefined) return this.#readsAlike(id, language);
    const key = `${program}-${process.version}`;
    return rememberedJson(`${id}-reads-alike`, key, () => this.#readsAlike(id, language)) === true;
  }

  /** Both ways of reading must agree on a sample of the language before the fast one is trusted with it. */
  #readsAlike(id: string, language: Language): boolean {
    const feeder = new TextFeeder(samples[id] ?? genericSample, this.#limits, noDeadline);
    const tree = this.#running!.instance.parse(language, feeder);
    if (!tree) return false;
    try {
      const fast = this.#flatten(id, tree, 'heap');
      const slow = this.#flatten(id, tree, 'cursor');
      return fast !== undefined && slow !== undefined && sameTree(fast, slow);
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError) return false;
      throw error;
    } finally {
      tree.delete();
    }
  }
}

/** The address of a tree's struct is its only private field, under the key 0. */
function addressOf(tree: Tree): number {
  return (tree as unknown as { 0: number })[0];
}

const genericSample = 'a = "é" # x\n';
