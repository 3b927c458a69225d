import type { FlatTree } from '../../../syntax/flat-tree.ts';
import type { FunctionIr, ModuleIr } from './ir.ts';

/**
 * Facts of a language, as its reference says them, beyond its lowering; one such object is all that a language exports. None of them names another
 * language or says what the engine does with it: a new language is described by the same questions.
 */
export interface LanguageTraits {
  readonly lower: (tree: FlatTree, text: string, path: string) => ModuleIr;
  /** The method that makes an object. */
  readonly constructorName: string;
  /** Whether a method has its object under a fixed name, or as its first parameter. */
  readonly receiver: 'implicit' | 'parameter';
  /** The fixed name, or the usual name of that parameter. */
  readonly receiverName: string;
  /** What that parameter may be called; a method whose first parameter is not is a static one. */
  readonly receiverNames?: RegExp;
  /** Methods of one name are told apart by their parameters. */
  readonly overloads?: boolean;
  /** A field and a method of one class may have the same name. */
  readonly memberNamespaces?: boolean;
  /** A plain name that nothing around it declares may come from the class: a field that a base has, or the class itself, such as `self`. */
  readonly inheritedNames?: boolean;
  /** The name of a class means the same class in every file of a program, wherever it is defined. */
  readonly classesByName?: boolean;
  /** A class whose base is imported from another file may be one that a framework calls. */
  readonly importedBases?: boolean;
  /** Functions are handed to functions of other files, which call them by the names of their parameters. */
  readonly handsOnFunctions?: boolean;
  /** A function may be called like a method of its first parameter, in any file. */
  readonly extensionMethods?: boolean;
  /** Most objects have no declared type: a method whose name tells is that of the one class of the program that has it. */
  readonly tellingMethods?: boolean;
  /** Any file may add methods to a class: what a method does cannot be known from its class. */
  readonly openClasses?: boolean;
  /** Methods of what a class extends and includes are called by their bare names, wherever these are. */
  readonly ancestorsAnywhere?: boolean;
  /** A type implements an interface by having its methods: nothing names the type behind an interface. */
  readonly structuralInterfaces?: boolean;
  /** Fields of requests: read of an object whose type another file declares, they are asked for there. */
  readonly requestFields?: RegExp;
  /** What an embedded type has, the type around it has as well; other files see it through the object. */
  readonly promotedMembers?: boolean;
  /** A function `main` of a module makes it a program: nobody else calls what it has. */
  readonly mainStartsProgram?: boolean;
  /** Variables, parameters and fields hold only values of the type that they are declared with. */
  readonly declaredTypes?: boolean;
  /** What is declared as a text is one: no object, whose keys the sender could choose, and nothing makes one of it unasked. */
  readonly textsStayTexts?: boolean;
  /** Types of members are told to other files, and asked for there: they hold what these say, or a library makes sure that they do. */
  readonly toldTypes?: RegExp;
  /** All code is in named functions; one without a name is a part of the one around it. */
  readonly codeInMethods?: boolean;
  /** Functions outside of classes are called by their names alone in other files: those of their package, and those that import them. */
  readonly packageFunctions?: boolean;
  /** Functions outside of classes are known in every file of a program. */
  readonly globalFunctions?: boolean;
  /** A text with the name of a function is one that can be called, and so is a list of an object and the name of its method. */
  readonly functionsByText?: boolean;
  /** What a function gives that is given a block is mostly what the block gives: `async { find(id) }`. */
  readonly blocksGiveResults?: boolean;
  /** Functions are objects with methods that call them: `call` and `apply`. */
  readonly functionsAreObjects?: boolean;
  /** A function gives several results at once, of which the last may be an error; a list of variables takes them in order. */
  readonly severalResults?: boolean;
  /** What stands in front of the name of a type that another file of the same package declares. */
  readonly ownPackage?: string;
  /** Functions that load the module that their argument names. */
  readonly importFunctions?: ReadonlySet<string>;
  /** `and` and `or` give a truth value, not one of their operands. */
  readonly truthLogic?: boolean;
  /** What a loop over a map gives; its keys unless said. */
  readonly eachOverMap?: 'values' | 'entries';
  /** What is written like a list is a map as well: `$list['key'] = 1`. */
  readonly listsAreMaps?: true;
  /** The method that reads an element of a map. */
  readonly elementGetter?: string;
  /** Reading an element of a map under a key that it does not have throws. */
  readonly missingKeysThrow?: boolean;
  /** Reading a property is a call without arguments. */
  readonly attributesAreCalls?: boolean;
  /** A plain call of a function is one of a method of the object around it. */
  readonly callsOnSelf?: boolean;
  /** What a function ends with is given back, whether that was meant or not. */
  readonly givesLastValue?: boolean;
  /** Reading a property may run a method of the class, `get_` with the name of the property. */
  readonly computedProperties?: boolean;
  /** Fields are read and written by methods that are called after them: `getName()`, `setName(x)`. */
  readonly accessorMethods?: boolean;
  /** A literal makes an object of a type and names the fields that it fills. */
  readonly literalsNameFields?: boolean;
  /** Functions are given addresses of variables, and fill them. */
  readonly addresses?: boolean;
  /** What a function puts into a parameter stays in what it was given: in all objects, or in what is marked as a reference. */
  readonly sharedObjects?: 'all' | 'marked';
  /** Parsing a URL fails where it holds a backslash. */
  readonly addressesAreStrict?: boolean;
  /** A comment in the first two lines may name the encoding of the file. */
  readonly encodingComment?: boolean;
  /** Constants are named in capitals. */
  readonly constantCase?: boolean;
  /** Calls are chained over many lines, each method on a line of its own. */
  readonly chainsOverLines?: boolean;
  /** Whether a qualified name may be defined in another file of the repository. */
  readonly mayBeLocal: (firstSegment: string) => boolean;
  /** What a module given as text is called. */
  readonly modulePath: (specifier: string, from: string) => string[];
  /** Where a qualified name may be defined: a path without an extension and what is left of the name, best first. Files are also found by their own name. */
  readonly candidates: (
    segments: readonly string[],
    from: string,
    filesNamed: (name: string) => readonly string[],
    /** The files, without an extension, of all folders with this name. */
    filesInFolder: (name: string) => readonly string[],
    /** The folder of a module that a manifest names. */
    rootOf?: (module: string) => string | undefined,
  ) => Array<{ path: string; rest: readonly string[] }>;
  /** Names that a file imports from the program that it is a part of: a class of that name in a library is another one. */
  readonly ownNames?: (text: string) => ReadonlySet<string>;
  /** Classes of a program are often those of a framework with another name: models, requests, controllers. */
  readonly ownClassesInherit?: boolean;
  /** Files that no other file can call into: they need no linker. */
  readonly isLeaf?: (path: string) => boolean;
  /** A class may be in a file of any name. */
  readonly classesAnywhere?: boolean;
  /** Fields of records of other files that the linker is asked for, by their names. */
  readonly recordFields?: RegExp;
  /**
   * Nobody but the code around it can call a function: only then do the callers that are seen say what its parameters hold. What a package
   * offers stays open to everyone, whatever its own tests and callers give.
   */
  readonly hiddenIn?: (text: string) => (fn: FunctionIr) => boolean;
}

/** Whether several results of a function are a list, and nothing declares what it gives. */
export function givesByPlace({ declaredTypes, severalResults }: LanguageTraits): boolean {
  return !declaredTypes && !severalResults;
}

/** How many parameters of a function come before those that a call gives: its object, where that is a parameter. */
export function receiverOffset(traits: LanguageTraits, fn: FunctionIr): 0 | 1 {
  return traits.receiver === 'parameter' && fn.className !== undefined && !fn.isStatic ? 1 : 0;
}
