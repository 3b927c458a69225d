import type { Stmt } from '../../ir/ir.ts';
import type { KotlinLowering } from './lowering.ts';

/**
 * Types go by their simple names, also under another one (`import a.File as Source`); members of a type are told apart. A function of a package may be
 * an extension that is called on the object of the block around it, so that its name is left to where it is used.
 */
export function lowerImport(kotlin: KotlinLowering, n: number, into: Stmt[]): void {
  const [qualified, alias] = kotlin.named(n);
  if (qualified === undefined || kotlin.hasToken(n, '*')) return;
  const path = kotlin.slice(qualified).split('.');
  const [owner = '', name = ''] = path.length > 1 ? path.slice(-2) : ['', ...path];
  const local = alias === undefined ? name : kotlin.slice(alias);
  if (/^[A-Z]/.test(name)) kotlin.bind(local, [name]);
  else if (/^[A-Z]/.test(owner)) kotlin.bind(local, [owner, name]);
  else {
    kotlin.importedFunctions.add(local);
    into.push({ k: 'import', module: path.join('.'), bindings: [], ...kotlin.span(n) });
  }
}
