import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Language, Tree, Parser as TreeSitter } from 'web-tree-sitter';
import { linkedPackage } from '../../platform/linked/linked-packages.ts';
import type { BoundedMemory } from './bounded-memory.ts';

type Library = typeof import('web-tree-sitter');
type Imports = Record<string, Record<string, unknown>>;

export interface TextReader {
  /** The text from an offset on, as much of it as is convenient. */
  read(offset: number): string;
  /** Asked again and again while parsing; true ends it. */
  shouldStop(): boolean;
}

/**
 * One WebAssembly instance of tree-sitter with a memory of its own. The library keeps a single one for the whole process and cannot replace it, so the library itself
 * is loaded again for each. An instance that trapped is beyond use: its stack and its heap are in the middle of something.
 */
export class TreeSitterInstance {
  readonly #library: Library;
  readonly #exports: Record<string, unknown>;
  readonly #treeSitter: TreeSitter;

  static async create(memory: BoundedMemory, core: WebAssembly.Module): Promise<TreeSitterInstance> {
    const exports: Record<string, unknown> = {
      wasmMemory: memory,
      // It would write "Aborted()" to the log of the service.
      printErr: () => {},
      instantiateWasm: (imports: Imports, receive: (instance: object, module: object) => void) => {
        const instance = new WebAssembly.Instance(core, withFastText(imports, exports, memory));
        const calloc = atLeastOne(instance.exports['calloc'] as Calloc);
        receive({ exports: { ...instance.exports, calloc } }, core);
      },
    };
    const library = loadAgain();
    await library.Parser.init(exports);
    return new TreeSitterInstance(library, exports);
  }

  private constructor(library: Library, exports: Record<string, unknown>) {
    this.#library = library;
    this.#exports = exports;
    this.#treeSitter = new library.Parser();
  }

  loadGrammar(grammar: WebAssembly.Module): Language {
    return this.#library.Language.loadSync(grammar);
  }

  /** The tree, or null where the reader stopped it. Throws where the text broke the instance. */
  parse(grammar: Language, reader: TextReader): Tree | null {
    this.#treeSitter.setLanguage(grammar);
    this.#treeSitter.reset();
    return this.#treeSitter.parse((offset) => reader.read(offset), null, {
      progressCallback: () => reader.shouldStop(),
    });
  }

  /**
   * Cuts the connection to the WebAssembly code. Parsers and trees of this instance that are collected later free their memory, which would crash, or free what another
   * instance holds at that address by then.
   */
  discard(): void {
    for (const name of Object.keys(this.#exports)) {
      if (typeof this.#exports[name] === 'function') this.#exports[name] = () => 0;
    }
  }
}

/** The library hands text over one letter at a time, which is a third of parsing while its code is interpreted. */
function withFastText(imports: Imports, library: Record<string, unknown>, memory: BoundedMemory): Imports {
  const { env } = imports;
  if (typeof env?.['tree_sitter_parse_callback'] !== 'function') return imports;
  const giveText = (at: number, index: number, row: number, column: number, lengthAt: number) => {
    const read = library['currentParseCallback'] as (index: number, point: object) => unknown;
    const text = read(index, { row, column });
    const bytes = Buffer.from(memory.buffer);
    const length = typeof text === 'string' ? text.length : 0;
    bytes.writeInt32LE(length, lengthAt);
    // What is too long for the room is cut, and a zero ends the rest.
    if (length > 0) bytes.writeInt16LE(0, at + bytes.write(text as string, at, textRoom - 2, 'utf16le'));
  };
  return { ...imports, env: { ...env, tree_sitter_parse_callback: giveText } };
}

/** The bytes that tree-sitter sets aside for a piece of text. */
const textRoom = 10 * 1024;

type Calloc = (count: number, size: number) => number;

/**
 * The scanner of the Swift grammar asks for a state of no bytes and then uses four. What it finds there was left by an earlier text: it takes the file for the inside of
 * a string and looks for its end at every character.
 */
function atLeastOne(calloc: Calloc): Calloc {
  const wrapped: Calloc = (count, size) => calloc(Math.max(1, count), size);
  // Only a function of WebAssembly can be handed on to a grammar: one that takes two integers, gives one, and is the imported one.
  const handOn = new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...[1, 7, 1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f],
      ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
      ...[7, 5, 1, 1, 0x66, 0, 0],
    ]),
  );
  return new WebAssembly.Instance(handOn, { e: { f: wrapped } }).exports['f'] as Calloc;
}

export function compileCore(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')));
}

/** With a `require` of its own, so that nothing but the instance holds the library. */
function loadAgain(): Library {
  const requireAgain = createRequire(import.meta.url);
  const path = requireAgain.resolve('web-tree-sitter');
  const linked = linkedPackage('web-tree-sitter', statSync(path).size);
  if (linked) {
    const module = { exports: {} };
    linked(module.exports, requireAgain, module, path, dirname(path));
    return module.exports as Library;
  }
  delete requireAgain.cache[path];
  try {
    return requireAgain(path) as Library;
  } finally {
    delete requireAgain.cache[path];
  }
}

const require = createRequire(import.meta.url);
