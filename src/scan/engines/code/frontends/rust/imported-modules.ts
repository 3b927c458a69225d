import { ImportLog, type ReadImports } from '../shared/import-log.ts';
import { isNode, noNode } from '../shared/tree-reader.ts';

/**
 * Crates that a path begins with, and every name that is behind `::` or a dot. Macros are read by their words, because what
 * stands in them has no syntax before they run.
 */
export const readImports: ReadImports = (tree, text) => {
  const log = new ImportLog(tree, text);
  const own = new Set(['self', 'super', 'crate', 'std', 'core', 'alloc', ...modulesOf(log)]);
  for (const node of log.nodes('identifier', 'type_identifier', 'field_identifier')) {
    const name = log.slice(node);
    const before = signBefore(text, log.start(node));
    const inUse = useAround(log, node);
    if (before === ':' || before === '.' || inUse === 'inner') log.addMember(name);
    const beginsPath =
      before !== '.' && before !== ':' && startsPath(text, log.end(node)) && !/^[A-Z]/.test(name);
    const isCrate = inUse === 'root' || (inUse === undefined && beginsPath) || isExternCrate(log, node);
    if (isCrate && !own.has(name)) log.add(name, node);
  }
  for (const node of log.nodes('scoped_identifier', 'scoped_type_identifier')) {
    const rooted = /^::\s*(\w+)/.exec(log.slice(node));
    if (rooted) log.add(rooted[1]!, node);
  }
  return log.finish();
};

function modulesOf(log: ImportLog): string[] {
  return log.nodes('mod_item').map((node) => log.slice(log.field(node, 'name')));
}

/** The last character before a name: `:` of `::`, `.` of a member, or something else. */
function signBefore(text: string, offset: number): string {
  let at = offset - 1;
  while (at >= 0 && /\s/.test(text[at]!)) at--;
  if (text[at] === ':') return text[at - 1] === ':' ? ':' : '';
  return text[at] === '.' && text[at - 1] !== '.' ? '.' : '';
}

function startsPath(text: string, offset: number): boolean {
  return /^\s*::/.test(text.slice(offset, offset + 20));
}

/** Where a name stands in a `use`: at the beginning of its path, further inside, or in no `use` at all. */
function useAround(log: ImportLog, node: number): 'root' | 'inner' | undefined {
  const { parent } = log.tree;
  let isInner = signBefore(log.text, log.start(node)) === ':';
  for (let at = parent[node]!; isNode(at); at = parent[at]!) {
    const kind = log.kind(at);
    if (kind === 'use_declaration') return isInner ? 'inner' : 'root';
    if (!/^use_|^scoped_/.test(kind)) return undefined;
    if (kind === 'use_as_clause' && log.field(at, 'alias') === node) return 'inner';
    const path = kind === 'scoped_use_list' ? log.field(at, 'path') : noNode;
    if (isNode(path) && log.end(path) < log.start(node)) isInner = true;
  }
  return undefined;
}

function isExternCrate(log: ImportLog, node: number): boolean {
  const parent = log.tree.parent[node]!;
  return log.kind(parent) === 'extern_crate_declaration' && log.field(parent, 'name') === node;
}
