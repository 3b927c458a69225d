import type { Ecosystem } from '../ecosystems.ts';

/** Files that may ask for packages of an ecosystem, also in forms whose syntax nobody here reads. */
const extensions: Partial<Record<Ecosystem, readonly string[]>> = {
  npm: [
    ...['js', 'mjs', 'cjs', 'jsx', 'es6', 'ejs', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'],
    ...['astro', 'mdx', 'coffee', 'litcoffee', 'ls', 'civet', 'marko', 'riot', 'imba', 'res', 'elm'],
  ],
  PyPI: ['py', 'pyi', 'pyw', 'pyx', 'pxd', 'ipynb', 'bzl', 'star'],
  Go: ['go', 'templ'],
  'crates.io': ['rs'],
  Packagist: ['php', 'phtml', 'php5', 'php7', 'inc', 'module', 'theme'],
  Maven: ['java', 'jsp', 'jspf', 'tag', 'kt', 'kts', 'scala', 'groovy', 'gradle', 'clj'],
  NuGet: ['cs', 'fs', 'vb', 'cshtml', 'razor', 'csx'],
  RubyGems: ['rb', 'rake', 'ru', 'gemspec', 'erb', 'rhtml', 'haml', 'slim'],
};

const byExtension = new Map(
  Object.entries(extensions).flatMap(([ecosystem, endings]) =>
    endings.map((ending) => [ending, ecosystem as Ecosystem] as const),
  ),
);

/** The ecosystem whose packages files of this language ask for. */
export function sourceEcosystem(path: string): Ecosystem | undefined {
  return byExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

const foreign =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|\.yarn|vendor|vendored|third[_-]?party|site-packages|dist-packages|Pods)\/|[.-]min\.[cm]?js$/i;

/** Other people's code that is in the repository: what it asks for, the project may use without asking for it itself. */
export function isForeign(path: string): boolean {
  return foreign.test(path);
}
