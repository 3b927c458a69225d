import type { Dependency } from './dependency.ts';

/** The standard library of Go is among the dependencies of a module, at the version of the toolchain. */
export function isGoRelease({ ecosystem, name }: Pick<Dependency, 'ecosystem' | 'name'>): boolean {
  return ecosystem === 'Go' && name === 'stdlib';
}

/** The oldest Go that a module builds with is seldom the one it is built with. */
export function isOldestGo(dependency: Dependency): boolean {
  return isGoRelease(dependency) && dependency.requirement !== undefined;
}
