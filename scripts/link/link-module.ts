import type { FlatTree } from '../../src/scan/syntax/flat-tree.ts';
import type { Parser } from '../../src/scan/syntax/parser.ts';

/** A module as a function of a script: what it imports comes from its parameters, and what it exports goes to the first of them. */
export interface LinkedModule {
  code: string;
  /** Modules of ours that run before it, with the names that it takes from them; undefined for all of them. */
  imports: Map<string, string[] | undefined>;
  /** Modules of ours that it loads later, if at all. */
  laterImports: string[];
  /** What others may take from it before it has run: functions that are declared. */
  early: ReadonlySet<string>;
}

export interface ModuleLinks {
  /** Where a relative import leads, as the id of a module. */
  resolve(specifier: string): string;
  /** Whether a module that is loaded later is part of the program; the others are loaded by Node, and must share nothing with it. */
  isLinked(id: string): boolean;
}

/** Something that this linker does not know. Better no program than one that does something else. */
export class LinkError extends Error {}

/**
 * Rewrites the imports and exports of a module of ours. Names are bound once, when the module begins: our modules export no variable that changes, which
 * is checked here, and in a circle take nothing but functions from each other, which is checked where all of them are known.
 */
export function linkModule(id: string, text: string, parser: Parser, links: ModuleLinks): LinkedModule {
  const tree = parser.parse(`${id}.js`, text);
  if (!tree || tree.hasError || tree.isPruned) throw new LinkError(`${id} cannot be read.`);
  return new ModuleLinker(id, text, tree, links).link();
}

class ModuleLinker {
  readonly #id: string;
  readonly #text: string;
  readonly #tree: FlatTree;
  readonly #links: ModuleLinks;
  readonly #edits: Array<{ start: number; end: number; text: string }> = [];
  readonly #exported: Array<[name: string, local: string]> = [];
  readonly #early: string[] = [];
  readonly #imports = new Map<string, string[] | undefined>();
  readonly #laterImports = new Set<string>();

  constructor(id: string, text: string, tree: FlatTree, links: ModuleLinks) {
    this.#id = id;
    this.#text = text;
    this.#tree = tree;
    this.#links = links;
  }

  link(): LinkedModule {
    for (const node of this.#children(0)) {
      const kind = this.#kind(node);
      if (kind === 'import_statement') this.#edit(node, this.#importStatement(node));
      else if (kind === 'export_statement') this.#exportStatement(node);
    }
    for (let node = 1; node < this.#tree.count; node++) this.#expression(node);
    const assign = ([name, local]: readonly [string, string]) => `$e.${name}=${local};`;
    const first = this.#early.map((name) => assign([name, name]));
    return {
      code: `${first.join('')}${this.#edited()}\n${this.#exported.map(assign).join('')}`,
      imports: this.#imports,
      laterImports: [...this.#laterImports],
      early: new Set(this.#early),
    };
  }

  #importStatement(node: number): string {
    const source = this.#source(node);
    const clause = this.#children(node).find((child) => this.#kind(child) === 'import_clause');
    if (clause === undefined) return `${this.#load(source, [])};`;
    const [part, ...others] = this.#named(clause);
    if (part === undefined || others.length > 0) throw this.#unknown(clause);
    if (this.#kind(part) === 'namespace_import')
      return `const ${this.#slice(this.#named(part)[0]!)}=${this.#load(source, undefined)};`;
    if (this.#kind(part) !== 'named_imports') throw this.#unknown(part);
    const names = this.#named(part).map((each) => this.#specifier(each));
    const from = this.#load(
      source,
      names.map(([name]) => name),
    );
    const bindings = names.map(([name, local]) => (name === local ? name : `${name}:${local}`));
    return `const {${bindings.join(',')}}=${from};`;
  }

  #exportStatement(node: number): void {
    const parts = this.#children(node);
    const clause = parts.find((part) => this.#kind(part) === 'export_clause');
    const declaration = parts.find((part) => this.#field(part) === 'declaration');
    if (clause !== undefined) {
      const isFromElsewhere = parts.some((part) => this.#field(part) === 'source');
      const names = this.#named(clause).map((part) => this.#specifier(part));
      if (!isFromElsewhere) {
        this.#exported.push(...names.map(([local, name]): [string, string] => [name, local]));
        this.#edit(node, '');
        return;
      }
      const from = this.#load(
        this.#source(node),
        names.map(([theirs]) => theirs),
      );
      const copies = names.map(([theirs, name]) => `$e.${name}=$x.${theirs};`);
      this.#edit(node, `{const $x=${from};${copies.join('')}}`);
      return;
    }
    if (declaration === undefined) throw this.#unknown(node);
    const { start } = this.#tree;
    this.#edits.push({ start: start[node]!, end: start[declaration]!, text: '' });
    const names = this.#declared(declaration);
    if (this.#kind(declaration).endsWith('function_declaration')) this.#early.push(...names);
    else this.#exported.push(...names.map((name): [string, string] => [name, name]));
  }

  #declared(declaration: number): string[] {
    const kind = this.#kind(declaration);
    if (/^(?:generator_)?function_declaration$|^class_declaration$/.test(kind))
      return [this.#slice(this.#part(declaration, 'name'))];
    if (kind !== 'lexical_declaration' || !this.#slice(declaration).startsWith('const'))
      throw this.#unknown(declaration);
    return this.#named(declaration)
      .filter((part) => this.#kind(part) === 'variable_declarator')
      .flatMap((part) => {
        const name = this.#part(part, 'name');
        if (this.#kind(name) === 'identifier') return [this.#slice(name)];
        const parts = this.#kind(name) === 'object_pattern' ? this.#named(name) : [];
        if (parts.length === 0) throw this.#unknown(name);
        return parts.map((each) => {
          if (this.#kind(each) !== 'shorthand_property_identifier_pattern') throw this.#unknown(each);
          return this.#slice(each);
        });
      });
  }

  /** `import('…')` and `import.meta` anywhere; and nobody reads comments here. */
  #expression(node: number): void {
    const kind = this.#kind(node);
    if (kind === 'comment') this.#edit(node, this.#slice(node).includes('\n') ? '\n' : ' ');
    if (kind === 'call_expression' && this.#kind(this.#part(node, 'function')) === 'import') {
      const [argument] = this.#named(this.#part(node, 'arguments'));
      if (argument === undefined || this.#kind(argument) !== 'string') throw this.#unknown(node);
      this.#edit(node, this.#loadLater(this.#slice(argument).slice(1, -1)));
    } else if (kind === 'meta_property' && this.#slice(node) === 'import.meta') {
      this.#edit(node, `$meta(${JSON.stringify(this.#id)})`);
    }
  }

  #loadLater(specifier: string): string {
    const id = specifier.startsWith('.') ? this.#links.resolve(specifier) : undefined;
    if (id === undefined || !this.#links.isLinked(id)) return `$native(${JSON.stringify(id ?? specifier)})`;
    this.#laterImports.add(id);
    return `$later(${JSON.stringify(id)})`;
  }

  #load(specifier: string, names: string[] | undefined): string {
    if (!specifier.startsWith('.')) return `$require(${JSON.stringify(specifier)})`;
    const id = this.#links.resolve(specifier);
    const earlier = this.#imports.has(id) ? this.#imports.get(id) : [];
    this.#imports.set(id, names && earlier && [...earlier, ...names]);
    return `$load(${JSON.stringify(id)})`;
  }

  /** The name on the left of `as`, and the one on its right. A default is another thing to Node than to us. */
  #specifier(part: number): [string, string] {
    const [name, alias = name] = this.#named(part).map((each) => this.#slice(each));
    if (name === undefined || alias === undefined || /\bdefault\b/.test(this.#slice(part)))
      throw this.#unknown(part);
    return [name, alias];
  }

  #source(node: number): string {
    return this.#slice(this.#part(node, 'source')).slice(1, -1);
  }

  #part(node: number, field: string): number {
    const found = this.#children(node).find((child) => this.#field(child) === field);
    if (found === undefined) throw this.#unknown(node);
    return found;
  }

  #children(node: number): number[] {
    const { skip } = this.#tree;
    const children: number[] = [];
    for (let child = node + 1; child < skip[node]!; child = skip[child]!) children.push(child);
    return children;
  }

  #named(node: number): number[] {
    return this.#children(node).filter(
      (child) => this.#tree.named[child] === 1 && this.#kind(child) !== 'comment',
    );
  }

  #kind(node: number): string {
    return this.#tree.symbolNames[this.#tree.symbol[node]!]!;
  }

  #field(node: number): string | undefined {
    return this.#tree.fieldNames[this.#tree.field[node]!];
  }

  #slice(node: number): string {
    return this.#text.slice(this.#tree.start[node], this.#tree.end[node]);
  }

  #edit(node: number, text: string): void {
    this.#edits.push({ start: this.#tree.start[node]!, end: this.#tree.end[node]!, text });
  }

  #edited(): string {
    let code = '';
    let at = 0;
    for (const { start, end, text } of this.#edits.sort((a, b) => a.start - b.start)) {
      // A comment inside of an import went with it.
      if (start < at) continue;
      code += this.#text.slice(at, start) + text;
      at = end;
    }
    return code + this.#text.slice(at);
  }

  #unknown(node: number): LinkError {
    const line = this.#text.slice(0, this.#tree.start[node]).split('\n').length;
    return new LinkError(
      `${this.#id}:${line} has a form that the linker does not know: ${this.#slice(node).slice(0, 80)}`,
    );
  }
}
