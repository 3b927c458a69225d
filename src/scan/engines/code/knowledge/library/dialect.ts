/** How programs of a language name what they import, as far as a library file has to know. */
export interface Dialect {
  /** The folder of rules, which languages of one family share. */
  readonly folder: string;
  /**
   * `modules`: a qualified name begins with the module. `classes`: types go by their simple names, and imports say whose they are. `global`: names
   * mean the same in every file.
   */
  readonly names: 'modules' | 'classes' | 'global';
  /** What is between the parts of a name. */
  readonly separator: string;
  /** What the rules call a module that is imported under this name. */
  readonly moduleName: (written: string) => string;
}
