import { distributionNamed, releaseOf } from '../../distributions.ts';
import type { NamedPackage } from '../../ecosystems.ts';

/** The operating system of an image, which an inventory names once, next to the packages. */
export interface ImageSystem {
  ecosystem: string;
  release: string;
}

/** The first of these names that is a system we know, with its release. */
export function findSystem(
  named: Iterable<{ name: string | undefined; version: string | undefined }>,
): ImageSystem | undefined {
  for (const { name, version } of named) {
    const ecosystem = distributionNamed(name ?? '');
    const release = ecosystem && releaseOf(ecosystem, version ?? '');
    if (release) return { ecosystem, release };
  }
  return undefined;
}

/** A package of that system that does not say its release has the system's. */
export function withSystem(named: NamedPackage, system: ImageSystem | undefined): NamedPackage {
  if (named.release || named.ecosystem !== system?.ecosystem) return named;
  return { ...named, release: system.release };
}
