/** What the linker has to know of a language: how a name leads to a file, and what a method is given. Those of all languages fit. */
export interface LinkedLanguage {
  readonly receiver: 'implicit' | 'parameter';
  readonly receiverNames?: RegExp;
  readonly constructorName?: string;
  readonly classesByName?: boolean;
  readonly extensionMethods?: boolean;
  readonly globalFunctions?: boolean;
  readonly classesAnywhere?: boolean;
  readonly structuralInterfaces?: boolean;
  readonly promotedMembers?: boolean;
  readonly mainStartsProgram?: boolean;
  readonly tellingMethods?: boolean;
  readonly toldTypes?: RegExp;
  readonly candidates: (
    segments: readonly string[],
    from: string,
    filesNamed: (name: string) => readonly string[],
    filesInFolder: (name: string) => readonly string[],
    rootOf?: (module: string) => string | undefined,
  ) => Array<{ path: string; rest: readonly string[] }>;
}
