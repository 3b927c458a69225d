import type { Ecosystem } from '../ecosystems.ts';
import type { ImportFacts } from '../facts.ts';

interface Language {
  ecosystem: Ecosystem;
  collect(text: string, imports: Set<string>, symbols: Set<string>): void;
}

const maxNames = 5_000;
const maxLength = 200;

// Every expression below begins with a fixed word or sign and repeats nothing ambiguous: time grows with the text alone.
const script: Language = {
  ecosystem: 'npm',
  collect(text, imports) {
    for (const match of text.matchAll(/\b(?:from|import|require|resolve)\b\s*\(?\s*["'`]([^"'`\s]+)["'`]/g)) {
      const name = /^(@[^/]+\/[^/]+|[^./@][^/]*)/.exec(match[1]!.replace(/^npm:/, ''))?.[1];
      if (name) imports.add(name.replace(/(?<!^)@.*$/, ''));
    }
  },
};

const python: Language = {
  ecosystem: 'PyPI',
  collect(text, imports) {
    for (const match of text.matchAll(
      /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*))/gm,
    )) {
      if (match[1]) imports.add(match[1]);
      for (const part of match[2]?.split(',') ?? []) imports.add(part.trim().split(/\s/)[0]!);
    }
    for (const match of text.matchAll(/\b(?:import_module|__import__)\(\s*["']([\w.]+)["']/g))
      imports.add(match[1]!);
  },
};

const go: Language = {
  ecosystem: 'Go',
  collect(text, imports, symbols) {
    for (const match of text.matchAll(/^import[ \t]+(?:\(([^)]*)\)|(?:[\w.]+[ \t]+)?["`]([^"`\n]+)["`])/gm)) {
      if (match[2]) imports.add(match[2]);
      for (const inner of match[1]?.matchAll(/["`]([^"`\n]+)["`]/g) ?? []) imports.add(inner[1]!);
    }
    for (const match of text.matchAll(/\b\w+\.([A-Z]\w*)/g)) symbols.add(match[1]!);
  },
};

const rust: Language = {
  ecosystem: 'crates.io',
  collect(text, imports, symbols) {
    for (const match of text.matchAll(/\b([a-z_]\w*)::/g)) imports.add(match[1]!);
    for (const match of text.matchAll(/\b(?:extern\s+crate|use)\s+([a-z_]\w*)/g)) imports.add(match[1]!);
    for (const match of text.matchAll(/(?:::|\.)([a-zA-Z_]\w*)/g)) symbols.add(match[1]!);
  },
};

const php: Language = {
  ecosystem: 'Packagist',
  collect(text, imports) {
    for (const match of text.matchAll(/\\?\b([A-Z]\w*(?:\\\w+)+)/g)) imports.add(match[1]!);
  },
};

const java: Language = {
  ecosystem: 'Maven',
  collect(text, imports) {
    for (const match of text.matchAll(/^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)/gm))
      imports.add(match[1]!);
  },
};

const csharp: Language = {
  ecosystem: 'NuGet',
  collect(text, imports) {
    for (const match of text.matchAll(
      /^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?(?:\w+[ \t]*=[ \t]*)?([A-Z][\w.]*)/gm,
    ))
      imports.add(match[1]!);
  },
};

const ruby: Language = {
  ecosystem: 'RubyGems',
  collect(text, imports) {
    for (const match of text.matchAll(/^[ \t]*require[ \t(]+["']([^"'\n]+)["']/gm)) imports.add(match[1]!);
  },
};

const byExtension = new Map<string, Language>([
  ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'].map(
    (each) => [each, script] as const,
  ),
  ['py', python],
  ['ipynb', python],
  ['go', go],
  ['rs', rust],
  ['php', php],
  ['java', java],
  ['kt', java],
  ['kts', java],
  ['scala', java],
  ['groovy', java],
  ['cs', csharp],
  ['rb', ruby],
]);

const maxSourceBytes = 1024 * 1024;

export function isSource(path: string, sizeBytes: number): boolean {
  return sizeBytes <= maxSourceBytes && languageOf(path) !== undefined && !/(^|\/)node_modules\//.test(path);
}

/** What a source file asks for by name. A light reading by lines and words: comments and texts may add a name, nothing removes one. */
export function scanImports(path: string, text: string): ImportFacts | undefined {
  const language = languageOf(path);
  if (!language) return undefined;
  const imports = new Set<string>();
  const symbols = new Set<string>();
  language.collect(text, imports, symbols);
  if (imports.size === 0 && symbols.size === 0) return undefined;
  return {
    kind: 'imports',
    ecosystem: language.ecosystem,
    imports: bounded(imports),
    ...(symbols.size > 0 ? { symbols: bounded(symbols) } : {}),
  };
}

function bounded(names: ReadonlySet<string>): string[] {
  return [...names].filter((name) => name.length <= maxLength).slice(0, maxNames);
}

/** The ecosystem whose packages files of this language ask for. */
export function sourceEcosystem(path: string): Ecosystem | undefined {
  return languageOf(path)?.ecosystem;
}

function languageOf(path: string): Language | undefined {
  return byExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
