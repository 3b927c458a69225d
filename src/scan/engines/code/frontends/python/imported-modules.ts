import { ImportLog, type ReadImports } from '../shared/import-log.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';

/** Imports of packages, also by a call; what settings list as text (`INSTALLED_APPS`, `MIDDLEWARE`) a framework may import. */
export const readImports: ReadImports = (tree, text) => {
  const log = new ImportLog(tree, text);
  // Most files import nothing by a call.
  const calls = importerNames.test(text) ? ['call'] : [];
  for (const node of log.nodes('import_statement', 'import_from_statement', 'string', ...calls)) {
    switch (log.kind(node)) {
      case 'import_statement':
        for (const name of names(log, node)) log.add(name, node);
        break;
      case 'import_from_statement':
        addFrom(log, node);
        break;
      case 'call': {
        const callee = log.field(node, 'function');
        if (isNode(callee) && importers.test(log.endOf(callee, longestImporter)))
          log.add(absolute(log.firstArgument(node)), node);
        break;
      }
      default:
        if (isInSetting(log, node)) mention(log, log.literal(node));
    }
  }
  return log.finish();
};

/** `from google.cloud import storage` asks for the module and, as far as the text tells, for one inside it. */
function addFrom(log: ImportLog, node: number): void {
  const module = absolute(log.slice(log.field(node, 'module_name')));
  if (module === '') return;
  log.add(module, node);
  for (const name of names(log, node)) log.add(`${module}.${name}`, node);
}

function names(log: ImportLog, node: number): string[] {
  return log
    .fieldAll(node, 'name')
    .map((child) => log.slice(log.kind(child) === 'aliased_import' ? log.field(child, 'name') : child));
}

/** Somewhere in a list or map that a name in capitals stands for. */
function isInSetting(log: ImportLog, node: number): boolean {
  const { parent, symbol, symbolNames } = log.tree;
  const isCollection = collectionsOf(symbolNames);
  let at = parent[node]!;
  if (isNone(at) || !isCollection[symbol[at]!]) return false;
  while (isNode(at) && isCollection[symbol[at]!]) at = parent[at]!;
  if (!/assignment$/.test(log.kind(at))) return false;
  return /^[A-Z][A-Z0-9_]*$/.test(log.slice(log.field(at, 'left')));
}

const importerNames = /import_module|__import__|importorskip/;
const importers = /(?:^|\.)(?:import_module|__import__|importorskip)$/;
/** One of them with what is before it: a chain of calls can be long, and each of its links is asked. */
const longestImporter = 20;
const collections =
  /^(?:list|tuple|pair|dictionary|set|binary_operator|parenthesized_expression|expression_list)$/;

/** Every text of a file is asked for, so that each kind of node is looked at once for the grammar. */
function collectionsOf(kinds: readonly string[]): readonly boolean[] {
  let known = collectionKinds.get(kinds);
  if (!known) {
    known = kinds.map((kind) => collections.test(kind));
    collectionKinds.set(kinds, known);
  }
  return known;
}

const collectionKinds = new WeakMap<readonly string[], readonly boolean[]>();

function mention(log: ImportLog, text: string | undefined): void {
  if (text !== undefined && /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(text)) log.mention(text);
}

function absolute(module: string | undefined): string {
  return module === undefined || module.startsWith('.') ? '' : module;
}
