import { addToList } from '../../../../../kernel/add-to-list.ts';
import type { ImportBinding, Stmt } from '../../ir/ir.ts';

/**
 * Of a name that a file imports from one module or, where that is not there, from another: what the others are called.
 * `try: import ujson as json` / `except ImportError: import json` means something that works like `json`.
 */
export class AlternativeImports {
  readonly #paths = new Map<string, Array<readonly string[]>>();

  constructor(body: readonly Stmt[]) {
    const open: Stmt[] = [...body];
    for (let statement = open.pop(); statement; statement = open.pop()) {
      if (statement.k === 'import')
        for (const { local, path } of statement.bindings) addToList(this.#paths, local, path);
      else for (const inner of branchesOf(statement)) open.push(...inner);
    }
  }

  /** The path of what is imported: where nothing is known of its module, the path of an alternative of which something is. */
  pathOf({ local, path }: ImportBinding, isKnown: (module: string) => boolean): readonly string[] {
    const others = this.#paths.get(local);
    if (!others || others.length < 2 || isKnown(path[0] ?? '')) return path;
    return others.find(([module = '']) => isKnown(module)) ?? path;
  }
}

function branchesOf(statement: Stmt): ReadonlyArray<readonly Stmt[]> {
  if (statement.k === 'block') return [statement.body];
  if (statement.k === 'if') return [statement.yes, statement.otherwise];
  if (statement.k !== 'try') return [];
  return [statement.body, ...statement.handlers.map(({ body }) => body), statement.otherwise, statement.last];
}
