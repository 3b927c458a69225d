/**
 * A module specifier as the first segment of a qualified name. Files of the repository are `file:` and their path without an
 * ending; packages are their name.
 */
export function scriptModulePath(specifier: string, from: string): string[] {
  if (specifier.startsWith('.')) {
    const parts = from.split('/').slice(0, -1);
    for (const part of specifier.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    }
    return [`file:${withoutEnding(parts.join('/'))}`];
  }
  const alias = /^(?:@|~)\/(.*)$/.exec(specifier);
  if (alias) return [`file:${withoutEnding(alias[1]!)}`];
  return [specifier.replace(/^node:/, '').replace(/(?<=\/.*)\.js$/, '')];
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]sx?|vue|svelte)$/, '');
}
