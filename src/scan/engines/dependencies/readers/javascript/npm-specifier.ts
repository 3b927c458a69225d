import type { Dependency } from '../../dependency.ts';

/** `npm:real@1.2.3` under another name: the package that is really installed, and the name that code knows it by. */
export function splitNpmAlias(
  name: string,
  version: string,
): { name: string; version: string; importedAs?: string[] } {
  if (!version.startsWith('npm:')) return { name, version };
  const target = version.slice(4);
  const at = target.lastIndexOf('@');
  if (at <= 0) return { name, version: target };
  return { name: target.slice(0, at), version: target.slice(at + 1), importedAs: [name] };
}

export function isNpmVersion(version: string): boolean {
  return /^v?\d+\.\d+\.\d+/.test(version);
}

/** Where a package comes from, unless it is a registry. A tarball counts as a registry's when it is where registries put them. */
export function npmSource(url: string): Dependency['source'] {
  if (/^(git[+:]|git@|github:|gitlab:|bitbucket:)/.test(url) || /\.git(#|$)/.test(url)) return 'git';
  if (/^(file:|link:|portal:|workspace:)/.test(url)) return 'file';
  if (/^https?:\/\/codeload\./.test(url)) return 'git';
  return undefined;
}
