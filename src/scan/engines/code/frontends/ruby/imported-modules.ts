import { ImportLog, type ReadImports } from '../shared/import-log.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';

/** `require` and `autoload` of what is not a file of the project. */
export const readImports: ReadImports = (tree, text) => {
  const log = new ImportLog(tree, text);
  for (const node of log.nodes('call')) {
    const method = log.field(node, 'method');
    const list = log.field(node, 'arguments');
    if (isNone(method) || isNone(list) || isNode(log.field(node, 'receiver'))) continue;
    const position = { require: 0, load: 0, autoload: 1 }[log.slice(method)];
    if (position === undefined) continue;
    const path = log.literal(log.named(list)[position] ?? noNode);
    if (path && !/^[./]/.test(path)) log.add(path, node);
  }
  return log.finish();
};
