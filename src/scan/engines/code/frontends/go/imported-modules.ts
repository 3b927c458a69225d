import { ImportLog, type ReadImports } from '../shared/import-log.ts';
import { isNone } from '../shared/tree-reader.ts';

export { importHead } from './import-head.ts';

/** Imported packages with the names that the file takes of each, and all exported names that it takes of anything. */
export const readImports: ReadImports = (tree, text) => {
  const log = new ImportLog(tree, text);
  const taken = namesTaken(log);
  for (const spec of log.nodes('import_spec')) {
    const path = log.literal(log.field(spec, 'path'));
    if (!path) continue;
    const name = log.field(spec, 'name');
    const locals = isNone(name) ? likelyNames(path) : [log.slice(name)];
    const symbols = locals.map((local) => taken.get(local)).find(Boolean);
    // A package whose name in the file is not known, or that is merged into it, may be used in any way.
    if (symbols) log.add(path, spec, [...symbols].sort());
    else log.add(path, spec);
  }
  return log.finish();
};

function namesTaken(log: ImportLog): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  for (const node of log.nodes('selector_expression', 'qualified_type')) {
    const isType = log.kind(node) === 'qualified_type';
    const owner = log.field(node, isType ? 'package' : 'operand');
    const name = log.field(node, isType ? 'name' : 'field');
    if (isNone(owner) || isNone(name)) continue;
    const symbol = log.slice(name);
    if (!/^\p{Lu}/u.test(symbol)) continue;
    log.addMember(symbol);
    if (!isType && log.kind(owner) !== 'identifier') continue;
    const local = log.slice(owner);
    taken.set(local, (taken.get(local) ?? new Set()).add(symbol));
  }
  return taken;
}

/** A package may be called otherwise than the end of its path; these are the habits. */
function likelyNames(path: string): string[] {
  const plain = path.replace(/\/v\d+$/, '').replace(/\.v\d+$/, '');
  const last = plain.slice(plain.lastIndexOf('/') + 1);
  return [last, last.replace(/^go-|[-.]go$/g, ''), last.replaceAll('-', ''), last.replaceAll('-', '_')];
}
