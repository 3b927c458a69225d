import type { FlatTree } from '../../../syntax/flat-tree.ts';
import type { FunctionIr, ModuleIr } from '../ir/ir.ts';

/** What the engine must know about a language beyond its lowering; one such object is all that a language exports. */
export interface LanguageTraits {
  readonly lower: (tree: FlatTree, text: string, path: string) => ModuleIr;
  /** The method that makes an object. */
  readonly constructorName: string;
  /** Methods name the object as their first parameter (Python). */
  readonly selfParameter: boolean;
  readonly selfName: string;
  /** What that parameter is called; a method whose first parameter is not is a static one. */
  readonly selfNames?: RegExp;
  /** Whether a qualified name may lead to another file of the repository. */
  readonly mayBeLocal: (firstSegment: string) => boolean;
  /** What a module given as text is called. */
  readonly modulePath: (specifier: string, from: string) => string[];
  /** Where a qualified name may lie: a path without an ending and what is left of the name, best first. Files are also found by their own name. */
  readonly candidates: (
    segments: readonly string[],
    from: string,
    filesNamed: (name: string) => readonly string[],
    /** The files, without an ending, of all folders with this name. */
    filesInFolder: (name: string) => readonly string[],
  ) => Array<{ path: string; rest: readonly string[] }>;
  /** A declared type says what a variable holds, whatever the call that filled it is named. */
  readonly declaredTypes?: boolean;
  /** Reading a property is a call without arguments (Ruby). */
  readonly attributesAreCalls?: boolean;
  /** What the rules say about a method holds also where the repository may define one of that name. */
  readonly modelsFirst?: boolean;
  /** A function gives several results at once; a list of variables takes them in order, the first being what libraries are called for. */
  readonly severalResults?: boolean;
  /** A loop over a map gives its values, not its keys. */
  readonly eachGivesValues?: boolean;
  /** Functions outside of classes are known in every file of a program (PHP). */
  readonly globalFunctions?: boolean;
  /** Objects are mostly known by an interface: a method whose name no other type has is the one that is meant (Go). */
  readonly uniqueMethods?: boolean;
  /** A loop over a map gives its entries, each a key with its value. */
  readonly eachGivesEntries?: boolean;
  /** Reading a property may run a method of the class, `get_` with the name of the property (C#). */
  readonly computedProperties?: boolean;
  /** Objects of unknown types hold what their literal names. */
  readonly literalFields?: boolean;
  /** What the rules say about names of variables holds for fields, for results of what gets them, and for literals under such a name. */
  readonly namedFields?: boolean;
  /** Calls are chained over many lines: a finding is about the line of the method that is called. */
  readonly placesAtMethod?: boolean;
  /** Files that no other file can call into: they need no linker. */
  readonly isLeaf?: (path: string) => boolean;
  /** Functions are objects that are also called by methods of theirs. */
  readonly callsByMethod?: boolean;
  /**
   * Nobody but the code around it can call a function: only then do the callers that are seen say what its parameters hold. What a package
   * offers stays open to everyone, whatever its own tests and callers give.
   */
  readonly hiddenIn?: (text: string) => (fn: FunctionIr) => boolean;
  readonly extensions: readonly string[];
}
