import { ImportLog, type ReadImports } from '../shared/import-log.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';

/** Classes and functions that are named with their namespace, in `use` or where they are used. */
export const readImports: ReadImports = (tree, text) => {
  const log = new ImportLog(tree, text);
  for (const node of log.nodes('namespace_use_group', 'qualified_name')) {
    if (log.kind(node) === 'qualified_name') {
      if (!isInGroup(log, node)) log.add(log.slice(node).replace(/^\\/, ''), node);
      continue;
    }
    const prefix = log.childOfKind(log.tree.parent[node]!, 'namespace_name');
    for (const clause of isNone(prefix) ? [] : log.named(node)) {
      const name = log.firstNamed(clause);
      if (isNode(name)) log.add(`${log.slice(prefix)}\\${log.slice(name)}`, node);
    }
  }
  return log.finish();
};

/** `use Symfony\{Yaml\Parser}`: the name goes on from the prefix of the group. */
function isInGroup(log: ImportLog, node: number): boolean {
  const clause = log.tree.parent[node]!;
  return isNode(clause) && log.kind(log.tree.parent[clause] ?? noNode) === 'namespace_use_group';
}
