import type { Ecosystem } from './ecosystems.ts';

export type Scope = 'runtime' | 'dev' | 'optional';

/** One package at one version, as one file states it. Plain data: it is kept between the two steps of the engine. */
export interface Dependency {
  ecosystem: Ecosystem;
  name: string;
  /** Empty where the file only says what it accepts. */
  version: string;
  /** What the file accepts, as written, where it does not say a version. */
  requirement?: string;
  line: number;
  scope: Scope;
  /** The project asks for it itself. */
  direct: boolean;
  /** Positions, in the same list, of what it needs. */
  needs: number[];
  /** What it accepts of each of `needs`, in the same order, where the file says so. */
  accepts?: string[];
  /** SPDX expressions or whatever the file says instead. */
  licences?: string[];
  /** Not from the ecosystem's registry: the advisories of a name say nothing about it. */
  source?: 'git' | 'file' | 'url';
  /** Of a distribution: the release it was built for, and the source package by whose name advisories may know it. */
  release?: string;
  sourceName?: string;
  /** Names that it answers to in code and that its own does not tell: namespaces, aliases. */
  importedAs?: string[];
  /** It also works where no code names it, such as functions that are always loaded. */
  usedWithoutImport?: boolean;
}
