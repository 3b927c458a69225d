/**
 * Every language that can be parsed, with the grammar that parses it. A file's language is decided by its name alone, so
 * that it is known before the file is read.
 */
export interface LanguageEntry {
  readonly id: string;
  /** The npm package that the vendored grammar comes from. */
  readonly grammarPackage: string;
  readonly grammarFile: string;
  readonly extensions: readonly string[];
  /** Whole file names without a descriptive extension. */
  readonly fileNames?: readonly string[];
  /** Its lexer is one function of up to 160 kB: optimising it takes 100 to 600 MB of memory, and mostly more time than it gives back. */
  readonly hasHugeLexer?: boolean;
}

export const languages: readonly LanguageEntry[] = [
  {
    id: 'javascript',
    grammarPackage: 'tree-sitter-javascript',
    grammarFile: 'tree-sitter-javascript.wasm',
    extensions: ['js', 'mjs', 'cjs', 'jsx', 'es6', 'ejs'],
  },
  {
    id: 'typescript',
    grammarPackage: 'tree-sitter-typescript',
    grammarFile: 'tree-sitter-typescript.wasm',
    extensions: ['ts', 'mts', 'cts', 'vue', 'svelte'],
  },
  {
    id: 'tsx',
    grammarPackage: 'tree-sitter-typescript',
    grammarFile: 'tree-sitter-tsx.wasm',
    extensions: ['tsx'],
  },
  {
    id: 'python',
    grammarPackage: 'tree-sitter-python',
    grammarFile: 'tree-sitter-python.wasm',
    extensions: ['py', 'pyi', 'pyw'],
    fileNames: ['SConstruct', 'SConscript', 'wscript'],
  },
  {
    id: 'java',
    grammarPackage: 'tree-sitter-java',
    grammarFile: 'tree-sitter-java.wasm',
    extensions: ['java', 'jsp', 'jspf', 'tag'],
  },
  { id: 'go', grammarPackage: 'tree-sitter-go', grammarFile: 'tree-sitter-go.wasm', extensions: ['go'] },
  {
    id: 'php',
    grammarPackage: 'tree-sitter-php',
    grammarFile: 'tree-sitter-php.wasm',
    extensions: ['php', 'phtml', 'php5', 'php7', 'inc'],
  },
  {
    id: 'ruby',
    grammarPackage: 'tree-sitter-ruby',
    grammarFile: 'tree-sitter-ruby.wasm',
    extensions: ['rb', 'rake', 'ru', 'gemspec', 'erb', 'rhtml'],
    fileNames: ['Rakefile', 'Gemfile'],
  },
  {
    id: 'csharp',
    grammarPackage: 'tree-sitter-c-sharp',
    grammarFile: 'tree-sitter-c_sharp.wasm',
    hasHugeLexer: true,
    extensions: ['cs'],
  },
  {
    id: 'kotlin',
    grammarPackage: '@tree-sitter-grammars/tree-sitter-kotlin',
    grammarFile: 'tree-sitter-kotlin.wasm',
    extensions: ['kt', 'kts'],
    hasHugeLexer: true,
  },
  { id: 'c', grammarPackage: 'tree-sitter-c', grammarFile: 'tree-sitter-c.wasm', extensions: ['c', 'h'] },
  {
    id: 'cpp',
    grammarPackage: 'tree-sitter-cpp',
    grammarFile: 'tree-sitter-cpp.wasm',
    hasHugeLexer: true,
    extensions: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx'],
  },
  {
    id: 'rust',
    grammarPackage: 'tree-sitter-rust',
    grammarFile: 'tree-sitter-rust.wasm',
    extensions: ['rs'],
  },
  {
    id: 'scala',
    grammarPackage: 'tree-sitter-scala',
    grammarFile: 'tree-sitter-scala.wasm',
    extensions: ['scala', 'sc', 'sbt'],
  },
  {
    id: 'swift',
    grammarPackage: '@repomix/tree-sitter-wasms',
    grammarFile: 'out/tree-sitter-swift.wasm',
    extensions: ['swift'],
    hasHugeLexer: true,
  },
  {
    id: 'bash',
    grammarPackage: 'tree-sitter-bash',
    grammarFile: 'tree-sitter-bash.wasm',
    extensions: ['sh', 'bash', 'zsh', 'ksh'],
    hasHugeLexer: true,
  },
];

/** Finds the language of a file, and the grammar of a language. */
export class LanguageTable {
  readonly #byId: ReadonlyMap<string, LanguageEntry>;
  readonly #byExtension: ReadonlyMap<string, string>;
  readonly #byFileName: ReadonlyMap<string, string>;

  constructor(entries: readonly LanguageEntry[]) {
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.#byExtension = new Map(entries.flatMap(({ id, extensions }) => extensions.map((ext) => [ext, id])));
    this.#byFileName = new Map(
      entries.flatMap(({ id, fileNames = [] }) => fileNames.map((name) => [name, id])),
    );
  }

  /** The language of a path, or undefined where no grammar knows it. */
  of(path: string): string | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    if (dot === -1) return this.#byFileName.get(name);
    return this.#byExtension.get(name.slice(dot + 1).toLowerCase()) ?? this.#byFileName.get(name);
  }

  entry(id: string): LanguageEntry | undefined {
    return this.#byId.get(id);
  }
}

export const languageTable = new LanguageTable(languages);

/** The language of a path, or undefined where no grammar knows it. */
export function languageOf(path: string): string | undefined {
  return languageTable.of(path);
}

/** Whether a path names a page, in which a browser finds scripts next to what the page itself is written in. */
export function mayEmbedScripts(path: string): boolean {
  return pages.test(path);
}

const pages =
  /\.(?:html?|xhtml|phtml|php\d?|inc|erb|rhtml|jspf?|tag|ejs|jinja2?|j2|djhtml|twig|hbs|handlebars|mustache|cshtml|razor)$/i;
