import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { FileImports, ImportedModule } from '../../../engine.ts';
import { isNone, TreeReader } from './tree-reader.ts';

/** Reads from the syntax of one file what it imports. Every mention counts, also one in code that never runs. */
export type ReadImports = (tree: FlatTree, text: string) => FileImports;

export interface ImportReader {
  readonly readImports: ReadImports;
  /** The beginning of a file that holds all of its imports, in languages where they come before everything else. */
  readonly importHead?: (text: string) => string;
}

const maxModules = 5_000;
const maxMembers = 20_000;
const maxLength = 300;

/** Gathers the imports of a file, each with the line of its first mention. */
export class ImportLog extends TreeReader {
  readonly #modules = new Map<string, ImportedModule>();
  readonly #builtins = new Set<string>();
  readonly #mentions = new Set<string>();
  readonly #members = new Set<string>();
  #line = 1;
  #countedTo = 0;

  /** Every node of one of these kinds, in the order of the text. */
  nodes(...kinds: string[]): number[] {
    const { count, symbol, symbolNames, named } = this.tree;
    const wanted = new Uint8Array(symbolNames.length);
    for (let id = 0; id < wanted.length; id++) if (kinds.includes(symbolNames[id]!)) wanted[id] = 1;
    const found: number[] = [];
    for (let node = 0; node < count; node++) if (wanted[symbol[node]!] && named[node]) found.push(node);
    return found;
  }

  /** `symbols` are the names that the file takes of this module, where they can be told. */
  add(module: string, node: number, symbols?: readonly string[]): void {
    if (module === '' || module.length > maxLength || this.#modules.has(module)) return;
    if (this.#modules.size >= maxModules) return;
    this.#modules.set(
      module,
      symbols ? [module, this.#lineOf(node), [...symbols]] : [module, this.#lineOf(node)],
    );
  }

  /** A module of the runtime, by a name that no package can have. */
  addBuiltin(module: string): void {
    if (module !== '' && module.length <= maxLength && this.#builtins.size < maxModules)
      this.#builtins.add(module);
  }

  /** A text that a framework may import: it does not prove use, and forbids to deny it. */
  mention(module: string): void {
    if (module.length <= maxLength && this.#mentions.size < maxModules) this.#mentions.add(module);
  }

  /** A name that is taken of some value or type, whosever it is. */
  addMember(name: string): void {
    if (name.length <= maxLength && this.#members.size < maxMembers) this.#members.add(name);
  }

  finish(): FileImports {
    return {
      modules: [...this.#modules.values()],
      ...(this.#builtins.size > 0 && { builtins: [...this.#builtins] }),
      ...(this.#mentions.size > 0 && { mentions: [...this.#mentions] }),
      ...(this.#members.size > 0 && { members: [...this.#members].sort() }),
    };
  }

  /** The text of a string literal without marks, where nothing is put into it. */
  literal(node: number): string | undefined {
    if (!/^(?:template_)?string$|string_literal$/.test(this.kind(node))) return undefined;
    const inner = this.named(node).filter((child) => !/^string_(?:start|end)$/.test(this.kind(child)));
    if (inner.length === 0) return '';
    const isPlain = inner.length === 1 && /content|fragment/.test(this.kind(inner[0]!));
    return isPlain ? this.slice(inner[0]!) : undefined;
  }

  /** The first argument of a call, where it is a plain text. */
  firstArgument(call: number): string | undefined {
    const list = this.field(call, 'arguments');
    return isNone(list) ? undefined : this.literal(this.firstNamed(list));
  }

  #lineOf(node: number): number {
    const offset = this.start(node);
    if (offset < this.#countedTo) {
      this.#line = 1;
      this.#countedTo = 0;
    }
    for (let at = this.text.indexOf('\n', this.#countedTo); at >= 0 && at < offset; ) {
      this.#line++;
      this.#countedTo = at + 1;
      at = this.text.indexOf('\n', this.#countedTo);
    }
    return this.#line;
  }
}
