import type { PomModel } from '../readers/jvm/pom-model.ts';

/** What a file needs from, or has for, other files of the repository. */
export type Join =
  /** An npm-like lockfile that does not say what the project itself asks for; `keys` are `name@range` for each dependency. */
  | { kind: 'npm-roots'; keys?: string[][] }
  | { kind: 'requirements'; includes: string[]; constraints: string[]; isConstraints: boolean }
  | { kind: 'pom'; pom: PomModel }
  | { kind: 'nuget-central'; versions: Array<[name: string, version: string, line: number]> }
  | { kind: 'go-mod'; excluded: string[]; listsAll: boolean }
  | { kind: 'go-sum' }
  /** What a manifest runs by name: tools that are used without being imported. */
  | { kind: 'npm-manifest'; scripts: string[]; workspaces: boolean };
