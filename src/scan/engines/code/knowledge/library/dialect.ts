/** How programs of a language name what they import, as far as a library file has to know. */
export interface Dialect {
  /** The folder of rules, which languages of one family share. */
  readonly folder: string;
  /**
   * `modules`: a qualified name begins with the module. `classes`: types go by their simple names, and imports say whose they are. `global`: names
   * mean the same in every file. `written`: they are the engine's own patterns already, as in the packaged files.
   */
  readonly names: 'modules' | 'classes' | 'global' | 'written';
  /** What is between the parts of a name. */
  readonly separator: string;
  /** The parts of a module's name are parts of a qualified name, as in `a.b`; where they are not, a module is one part, such as `@a/b`. */
  readonly dottedModules: boolean;
  /** What the rules call a module that is imported under this name. */
  readonly moduleName: (written: string) => string;
}

/** By the name of the language. */
export type Dialects = ReadonlyMap<string, Dialect>;
