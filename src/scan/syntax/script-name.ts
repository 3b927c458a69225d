import { languageOf } from './languages.ts';

export interface ScriptName {
  /** The path with an extension that says the language. */
  readonly path: string;
  /** The file says so itself; otherwise it is a guess, which a clean parse confirms. */
  readonly isCertain: boolean;
}

/** How far into a file a program is recognised by what it loads. */
const headLength = 16_384;

/**
 * The name under which a program is read that its own name does not give away: `bin/run.py` for `bin/run` that begins with `#!/usr/bin/env
 * python3`. An interpreter runs a file whatever its extension is, so that one of another kind is looked at as well; where the name and the
 * first line agree there is nothing to say.
 */
export function scriptName(path: string, text: string): ScriptName | undefined {
  const named = languageOf(path);
  const extension = extensionByFirstLine(text);
  if (extension !== undefined) {
    const name = `${path}.${extension}`;
    return named !== undefined && isSameFamily(named, languageOf(name))
      ? undefined
      : { path: name, isCertain: true };
  }
  if (named !== undefined || markup.test(path)) return undefined;
  const guess = guesses.find(([pattern]) => pattern.test(text.slice(0, headLength)));
  return guess && { path: `${path}.${guess[1]}`, isCertain: false };
}

/** The interpreter that the first line of a script names: `node` for `#!/usr/bin/env -S node --test`. */
export function interpreterOf(text: string): string | undefined {
  if (!text.startsWith('#!')) return undefined;
  const [first = '', second = ''] = text.slice(0, maxFirstLine).split(/[\r\n]+/, 2);
  // nix-shell names the interpreter in its second line.
  const nix = /\bnix-shell\b/.test(first) ? /-i\s+(\S+)/.exec(`${first} ${second}`)?.[1] : undefined;
  const words = (nix ?? first.slice(2)).trim().split(/\s+/);
  for (const word of words) {
    const program = word.replace(/^-S/, '').split('/').at(-1)!;
    if (program === '' || program.startsWith('-') || program.includes('=') || launchers.has(program))
      continue;
    return program.replace(/[-.\d]+$/, '').toLowerCase();
  }
  return undefined;
}

function extensionByFirstLine(text: string): string | undefined {
  if (/^\s{0,100}<\?(?:php\b|=)/.test(text)) return 'php';
  const interpreter = interpreterOf(text);
  return interpreter === undefined ? undefined : interpreters.get(interpreter);
}

function isSameFamily(a: string, b: string | undefined): boolean {
  return a === b || (scripts.has(a) && scripts.has(b ?? ''));
}

const scripts: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx']);
const maxFirstLine = 512;
/** Programs that run the one that is named after them. */
const launchers: ReadonlySet<string> = new Set([
  'env',
  'busybox',
  'exec',
  'npx',
  'pnpx',
  'bunx',
  'sudo',
  'nice',
]);
const interpreters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    js: ['node', 'nodejs', 'bun', 'zx', 'qjs'],
    ts: ['deno', 'ts-node', 'tsx'],
    py: ['python', 'pypy', 'ipython', 'uv', 'pipx'],
    rb: ['ruby', 'jruby', 'truffleruby', 'rake'],
    php: ['php', 'php-cgi', 'hhvm'],
    sh: ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh', 'rbash', 'bats'],
    sc: ['scala', 'scala-cli', 'amm'],
    kts: ['kotlin', 'kotlinc', 'kscript'],
    swift: ['swift'],
  }).flatMap(([extension, programs]) => programs.map((program) => [program, extension] as const)),
);

/** Prose quotes programs, markup and stylesheets have readers of their own. */
const markup =
  /\.(?:md|mdx|mdc|markdown|rst|adoc|tex|html?|xml|svg|css|scss|less|json|ya?ml|toml|lock|sum|map|po)$/i;
const guesses: ReadonlyArray<readonly [pattern: RegExp, extension: string]> = [
  [/^[ \t]*(?:(?:const|let|var)\s[^=\n]{1,200}=\s*)?require\(\s*['"][^'"\n]+['"]\s*\)/m, 'js'],
  [/^import\s(?:[^'"\n;]{1,300}\sfrom\s*)?['"][^'"\n]+['"]/m, 'js'],
  [/^(?:from\s+[\w.]+\s+import\s+[\w*(]|import\s+[A-Za-z_][\w.]*(?:\s+as\s+\w+)?\s*(?:,|;|#|$))/m, 'py'],
  [/^require(?:_relative)?[ (]\s*['"][\w./-]+['"]/m, 'rb'],
];
