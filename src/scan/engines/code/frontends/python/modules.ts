import { everything } from '../../ir/handed-on.ts';
import type { Stmt } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { PythonLowering } from './lowering.ts';

export function lowerImport(python: PythonLowering, n: number, into: Stmt[]): void {
  for (const child of python.fieldAll(n, 'name')) {
    const aliased = python.kind(child) === 'aliased_import';
    const dotted = python.slice(aliased ? python.field(child, 'name') : child).split('.');
    const local = aliased ? python.slice(python.field(child, 'alias')) : dotted[0]!;
    python.declare(local);
    const path = aliased ? dotted : [dotted[0]!];
    into.push({ k: 'import', module: dotted.join('.'), bindings: [{ local, path }], ...python.span(child) });
  }
}

export function lowerImportFrom(python: PythonLowering, n: number, into: Stmt[]): void {
  const moduleNode = python.field(n, 'module_name');
  if (isNone(moduleNode)) return;
  const module = modulePath(python, python.slice(moduleNode));
  const bindings = python.fieldAll(n, 'name').map((child) => {
    const aliased = python.kind(child) === 'aliased_import';
    const name = python.slice(aliased ? python.field(child, 'name') : child);
    const local = aliased ? python.slice(python.field(child, 'alias')) : name;
    python.declare(local);
    return { local, path: [...module, ...name.split('.')] };
  });
  const isPackage = /(?:^|\/)__init__\.pyi?$/.test(python.path);
  const everythingOf = `${everything}${python.span(n).start}`;
  if (isPackage && isNode(python.childOfKind(n, 'wildcard_import'))) {
    python.declare(everythingOf);
    bindings.push({ local: everythingOf, path: module });
  }
  into.push({ k: 'import', module: module.join('.'), bindings, ...python.span(n) });
  // Whoever imports a package sees what the file of the package itself imports.
  for (const { local } of isPackage ? bindings : [])
    into.push({ k: 'export', name: local, local, ...python.span(n) });
}

/** A relative import becomes the dotted path from the repository's root. */
function modulePath(python: PythonLowering, text: string): string[] {
  const dots = /^[.\s]*/.exec(text)![0].replace(/\s/g, '').length;
  const rest = text
    .slice(/^[.\s]*/.exec(text)![0].length)
    .split('.')
    .filter(Boolean);
  if (dots === 0) return rest;
  const folders = python.path.split('/').slice(0, -1);
  return [...folders.slice(0, Math.max(0, folders.length - (dots - 1))), ...rest];
}
