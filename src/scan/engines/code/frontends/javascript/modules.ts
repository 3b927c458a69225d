import type { ImportBinding, Stmt } from '../../ir/ir.ts';
import { decoratorsOf } from './functions.ts';
import type { ScriptLowering } from './lowering.ts';

export function lowerImport(script: ScriptLowering, n: number, into: Stmt[]): void {
  const requireClause = script.childOfKind(n, 'import_require_clause');
  if (requireClause >= 0) {
    const source = script.field(requireClause, 'source');
    const local = script.slice(script.firstNamed(requireClause));
    script.declare(local);
    const path = script.modulePath(script.stringValue(source));
    into.push({ k: 'import', module: path[0]!, bindings: [{ local, path }], ...script.span(n) });
    return;
  }
  const source = script.field(n, 'source');
  if (source < 0) return;
  const module = script.modulePath(script.stringValue(source));
  const bindings: ImportBinding[] = [];
  const clause = script.childOfKind(n, 'import_clause');
  for (const part of clause < 0 ? [] : script.named(clause)) {
    const kind = script.kind(part);
    // The default export of a package is treated as the package itself, as bundlers and CommonJS interoperation do.
    if (kind === 'identifier') bindings.push({ local: script.slice(part), path: defaultPath(module) });
    else if (kind === 'namespace_import')
      bindings.push({ local: script.slice(script.firstNamed(part)), path: module });
    else if (kind === 'named_imports')
      for (const specifier of script.named(part)) {
        const name = script.field(specifier, 'name');
        if (name < 0) continue;
        const alias = script.field(specifier, 'alias');
        const imported = script.propertyName(name);
        const path = imported === 'default' ? defaultPath(module) : [...module, imported];
        bindings.push({ local: script.slice(alias < 0 ? name : alias), path });
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
  if (declaration >= 0) {
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
  } else if (value >= 0) {
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
  } else {
    const clause = script.childOfKind(n, 'export_clause');
    for (const specifier of clause < 0 || script.field(n, 'source') >= 0 ? [] : script.named(clause)) {
      const name = script.field(specifier, 'name');
      const alias = script.field(specifier, 'alias');
      if (name < 0) continue;
      const exported = script.slice(alias < 0 ? name : alias);
      into.push({ k: 'export', name: exported, local: script.slice(name), ...script.span(n) });
    }
  }
  script.exporting = exporting;
}
