/** What a language and its frameworks call the things that checks and escapes are written with, by what they are for; said in `language.yaml`. */
export const wordRoles = {
  contains: 'Say whether a text or a list holds something',
  finds: 'Give the position of something in a text, or what stands for none',
  starts: 'Say whether a text begins with another one',
  ends: 'Say whether a text ends with another one',
  characters: 'Methods that give the character at a position',
  parts: 'Functions that give a part of the text from a position on',
  equals: 'Methods that compare with another text',
  textModules: 'Modules whose functions take the text as the first argument',
  same: 'Give the same text: in other letters, without blanks, as a text',
  replaces: 'Replace a part of a text',
  replacesPattern: 'Those that take their text for a regular expression',
  replaceFunctions: 'Functions of the text that is looked for, its replacement and the text',
  patternFunctions: 'Functions of the expression, its replacement and the text',
  patternModules: 'Modules whose functions are such',
  patternClasses: 'Classes whose functions take the text, the expression and the replacement',
  compiledReplaces: 'Methods of a compiled expression, of the replacement and the text',
  compiledReplacesIn: 'Methods of a compiled expression, of the text and the replacement',
  replacers: 'Take pairs of what is replaced and its replacement',
  deletes: 'Take single characters out of a text',
  compiles: 'Make an expression of a text',
  matches: 'Hold a part of a text against an expression, which is the receiver or the first argument',
  matchesSecond: 'Hold a part of the first argument against the expression that comes second',
  matchFunctions: 'Functions of the expression and the text that is held against it',
  matchers: 'Give what holds a text against the expression',
  decodes: 'Decode a part of a URL; with the class in front where the name alone says too little',
  lines: 'Know all ends of lines',
  slashes: 'Take backslashes out, or put them in',
  resolves: 'Give a path without dots, or its last part',
  joins: 'Resolve an address, the second argument, against another one, the first',
  joinsTo: 'Resolve an address, the first argument, against another one, the second',
  cuts: 'Methods that take characters off the end of a text',
  hosts: 'Members that are a host, or the site that a request comes from',
  hostWords: 'Words of files that compare hosts',
  hostParts: 'Constants that ask for the host of a URL',
  ownPages: 'Objects that are the page which a visitor is at',
  lookups: 'Words of files that find the addresses of a host, or take one apart',
  uploads: 'Words of files that receive files',
  texts: 'Words of functions that make a text of a value, or ask whether it is one',
  aborts: 'End a request or the program with an error',
  errors: 'Make an error that is given back',
  writes: 'Put a text behind another one, or send it',
  self: 'The object or the class that a method belongs to',
} as const;

export type WordRole = keyof typeof wordRoles;
export type LanguageWords = { readonly [Role in WordRole]?: readonly string[] };

/** Methods of the intermediate form: front ends lower to them whatever a language calls the same. */
const formWords: LanguageWords = {
  contains: ['includes', 'contains'],
  starts: ['startsWith'],
  ends: ['endsWith'],
  replaces: ['replace'],
  same: ['toString', 'trim', 'toLowerCase', 'toUpperCase'],
  matchesSecond: ['Regexp.covers', 'Regexp.occurs'],
  writes: ['append'],
};

/** The words of one language, with those of the form that all are lowered to. */
export class CheckWords {
  readonly #words = new Map<WordRole, Set<string>>();

  constructor(said: ReadonlyArray<LanguageWords>) {
    for (const words of [formWords, ...said])
      for (const [role, names] of Object.entries(words) as Array<[WordRole, readonly string[]]>) {
        const known = this.#words.get(role) ?? new Set();
        for (const name of names) known.add(name);
        this.#words.set(role, known);
      }
  }

  has(role: WordRole, name: string): boolean {
    return this.#words.get(role)?.has(name) ?? false;
  }

  /** Whether a text says one of the words anywhere. */
  areIn(role: WordRole, text: string): boolean {
    for (const word of this.#words.get(role) ?? []) if (text.includes(word)) return true;
    return false;
  }
}
