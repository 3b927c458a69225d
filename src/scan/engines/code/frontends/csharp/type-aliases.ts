/**
 * Names that a file gives to types and places of other files: `using Disk = System.IO.File;` makes `Disk` another word for `File`, and
 * what stands in `namespace Shop;` may be called `Shop.Order` as well as `Order`.
 */
export class TypeAliases {
  readonly #names: ReadonlyMap<string, string>;
  readonly #namespaces: readonly string[];

  constructor(text: string) {
    const names = new Map<string, string>();
    for (const [, alias, path] of text.matchAll(/^[ \t]*(?:global\s+)?using\s+(\w+)\s*=\s*([\w.:]+)/gm))
      names.set(alias!, path!.replace(/^.*[.:]/, ''));
    this.#names = names;
    this.#namespaces = [...text.matchAll(/^[ \t]*namespace\s+([\w.]+)/gm)].map(([, name]) => `${name}.`);
  }

  /** The type that a name of this file stands for. */
  of(name: string): string {
    return this.#names.get(name) ?? name;
  }

  /** The type of this file's own namespace that a dotted path names; undefined for any other path. */
  ownType(path: string): string | undefined {
    for (const prefix of this.#namespaces) {
      if (!path.startsWith(prefix)) continue;
      const rest = path.slice(prefix.length);
      if (/^[A-Z]\w*$/.test(rest)) return rest;
    }
    return undefined;
  }
}
