import { ImportLog, type ReadImports } from '../shared/import-log.ts';

/** Namespaces that are used, also under another name (`using Json = Newtonsoft.Json;`). */
export const readImports: ReadImports = (tree, text) => {
  const log = new ImportLog(tree, text);
  for (const node of log.nodes('using_directive')) {
    const name = log.named(node).at(-1);
    if (name !== undefined) log.add(log.slice(name).replace(/^global::|\s/g, ''), node);
  }
  return log.finish();
};
