import { ImportLog, type ReadImports } from '../shared/import-log.ts';

/** Imports of Java and Kotlin; of a static or wildcard import the part that is named. */
export const readImports: ReadImports = (tree, text) => {
  const log = new ImportLog(tree, text);
  for (const node of log.nodes('import_declaration', 'import')) {
    const name = log.firstNamed(node);
    if (/identifier$/.test(log.kind(name))) log.add(log.slice(name).replace(/\s/g, ''), node);
  }
  return log.finish();
};
