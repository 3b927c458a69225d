import { ImportLog, type ReadImports } from '../shared/import-log.ts';
import { isNode } from '../shared/tree-reader.ts';

/** Imports, re-exports, `require` and `import()` of packages, and what is only resolved. */
export const readImports: ReadImports = (tree, text) => {
  const log = new ImportLog(tree, text);
  for (const node of log.nodes(
    'import_statement',
    'export_statement',
    'import_require_clause',
    'call_expression',
  )) {
    const specifier =
      log.kind(node) === 'call_expression' ? requested(log, node) : log.literal(log.field(node, 'source'));
    // A loader chain of a bundler (`style-loader!./a.css`) asks for each of its parts.
    for (const part of specifier?.split('!') ?? []) {
      const builtin = builtinOf(part);
      if (builtin === undefined) log.add(packagePath(part), node);
      else log.addBuiltin(builtin);
    }
  }
  return log.finish();
};

function requested(log: ImportLog, call: number): string | undefined {
  const callee = log.field(call, 'function');
  const asks =
    isNode(callee) && /^(?:require|import)$|^(?:require|import\.meta)\.resolve$/.test(log.slice(callee));
  return asks ? log.firstArgument(call) : undefined;
}

/** `node:dns` is `dns`, which means the same wherever no package of that name is installed; `bun:sqlite` has one name only. */
function builtinOf(specifier: string): string | undefined {
  const [, runtime, name] = /^(node|bun):(.*)$/.exec(specifier) ?? [];
  return runtime === 'node' ? name : runtime && specifier;
}

/** Empty for files of the project itself. */
function packagePath(specifier: string): string {
  if (/^(?:[./#~]|@\/|file:|data:|https?:|jsr:|\w:\\)/.test(specifier)) return '';
  const plain = specifier.replace(/^npm:\/?/, '').replace(/[?#].*$/, '');
  // `npm:chalk@5/source` names a version as well.
  return plain.replace(/^(@[^/]+\/[^/@]+|[^/@]+)@[^/]*/, '$1');
}
