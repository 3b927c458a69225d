import type { Scope } from '../../dependency.ts';

/** A POM as it is written; versions may hold `${properties}` and may be missing until parents and imports are joined. */
export interface PomModel {
  groupId?: string;
  artifactId: string;
  version?: string;
  parent?: { groupId: string; artifactId: string; version: string; relativePath: string };
  properties: Array<[name: string, value: string]>;
  managed: PomDependency[];
  dependencies: PomDependency[];
}

export interface PomDependency {
  groupId: string;
  artifactId: string;
  version?: string;
  scope: Scope | 'import';
  line: number;
}
