import { everything } from '../../ir/handed-on.ts';
import type { ImportBinding, Stmt } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { decoratorsOf } from './functions.ts';
import type { ScriptLowering } from './lowering.ts';

export function lowerImport(script: ScriptLowering, n: number, into: Stmt[]): void {
  const requireClause = script.childOfKind(n, 'import_require_clause');
  if (isNode(requireClause)) {
    const source = script.field(requireClause, 'source');
    const local = script.slice(script.firstNamed(requireClause));
    script.declare(local);
    const path = script.modulePath(script.stringValue(source));
    into.push({ k: 'import', module: path[0]!, bindings: [{ local, path }], ...script.span(n) });
    return;
  }
  const source = script.field(n, 'source');
  if (isNone(source)) return;
  const module = script.modulePath(script.stringValue(source));
  const bindings: ImportBinding[] = [];
  const clause = script.childOfKind(n, 'import_clause');
  for (const part of script.named(clause)) {
    const kind = script.kind(part);
    // The default export of a package is treated as the package itself, as bundlers and CommonJS interoperation do.
    if (kind === 'identifier') bindings.push({ local: script.slice(part), path: defaultPath(module) });
    else if (kind === 'namespace_import')
      bindings.push({ local: script.slice(script.firstNamed(part)), path: module });
    else if (kind === 'named_imports')
      for (const specifier of script.named(part)) {
        const name = script.field(specifier, 'name');
        if (isNone(name)) continue;
        const alias = script.field(specifier, 'alias');
        const imported = script.propertyName(name);
        const path = imported === 'default' ? defaultPath(module) : [...module, imported];
        bindings.push({ local: script.slice(isNone(alias) ? name : alias), path });
      }
  }
  for (const binding of bindings) script.declare(binding.local);
  into.push({ k: 'import', module: module[0]!, bindings, ...script.span(n) });
}

function defaultPath(module: string[]): string[] {
  return module[0]!.startsWith('file:') ? [...module, 'default'] : module;
}

export function lowerImportAlias(script: ScriptLowering, n: number, into: Stmt[]): void {
  const [local, value] = script.named(n);
  if (local === undefined || value === undefined) return;
  script.declare(script.slice(local));
  const path = script.slice(value).split('.');
  into.push({
    k: 'import',
    module: path[0]!,
    bindings: [{ local: script.slice(local), path }],
    ...script.span(n),
  });
}

export function lowerExport(script: ScriptLowering, n: number, into: Stmt[]): void {
  const declaration = script.field(n, 'declaration');
  const value = script.field(n, 'value');
  const isDefault = script.hasToken(n, 'default');
  const exporting = script.exporting;
  script.exporting = true;
  if (isNode(declaration)) {
    const decorators = decoratorsOf(script, n);
    const from = into.length;
    script.statement(declaration, into);
    for (const statement of into.slice(from)) {
      if (statement.k === 'class') statement.definition.decorators.push(...decorators);
      if (!isDefault) continue;
      const name =
        statement.k === 'function'
          ? statement.fn.name
          : statement.k === 'class'
            ? statement.definition.name
            : '';
      if (name) into.push({ k: 'export', name: 'default', local: name, ...script.span(n) });
    }
  } else if (isNode(value)) {
    if (script.kind(value) === 'identifier')
      into.push({ k: 'export', name: 'default', local: script.slice(value), ...script.span(n) });
    script.declare('default');
    into.push({
      k: 'expr',
      value: {
        k: 'assign',
        target: { k: 'name', name: 'default', ...script.span(n) },
        value: script.expression(value),
        ...script.span(n),
      },
      ...script.span(n),
    });
  } else if (isNode(script.field(n, 'source'))) lowerHandedOn(script, n, into);
  else
    for (const [exported, name] of exportedPairs(script, n))
      into.push({ k: 'export', name: exported, local: name, ...script.span(n) });
  script.exporting = exporting;
}

/** `export { a as b } from './a'`, `export * from './all'`, `export * as all from './all'`: names of another module under names that no variable can have. */
function lowerHandedOn(script: ScriptLowering, n: number, into: Stmt[]): void {
  const module = script.modulePath(script.stringValue(script.field(n, 'source')));
  const clause = script.childOfKind(n, 'export_clause');
  const whole = script.childOfKind(n, 'namespace_export');
  const handed: Array<[exported: string, path: string[]]> = isNode(clause)
    ? exportedPairs(script, n).map(([exported, name]) => [
        exported,
        name === 'default' ? defaultPath(module) : [...module, name],
      ])
    : [
        [
          isNone(whole) ? `${everything}${script.span(n).start}` : script.slice(script.firstNamed(whole)),
          module,
        ],
      ];
  const bindings = handed.map(([exported, path]) => ({ local: `export ${exported}`, path }));
  for (const { local } of bindings) script.declare(local);
  into.push({ k: 'import', module: module[0]!, bindings, ...script.span(n) });
  for (const [exported] of handed)
    into.push({ k: 'export', name: exported, local: `export ${exported}`, ...script.span(n) });
}

/** The names of a list of exports: what it is called outside, and inside. */
function exportedPairs(script: ScriptLowering, n: number): Array<[exported: string, name: string]> {
  const clause = script.childOfKind(n, 'export_clause');
  return script.named(clause).flatMap((specifier) => {
    const name = script.field(specifier, 'name');
    const alias = script.field(specifier, 'alias');
    return isNone(name) ? [] : [[script.slice(isNone(alias) ? name : alias), script.slice(name)]];
  });
}
