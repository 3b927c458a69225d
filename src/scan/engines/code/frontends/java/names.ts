import { isNode } from '../shared/tree-reader.ts';
import type { JavaLowering } from './lowering.ts';

/** The simple name of a type, without its packages and type arguments. */
export function lastWord(text: string): string {
  return text.slice(text.lastIndexOf('.') + 1).replace(/<[\s\S]*$/, '');
}

/** Whether `a.b.c` names a package: all in small letters, and no variable or field is called like its beginning. */
export function isPackage(java: JavaLowering, n: number): boolean {
  const text = java.slice(n);
  if (!/^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/.test(text)) return false;
  const first = text.slice(0, text.indexOf('.'));
  return !java.isLocal(first) && java.reference(first, java.span(n)).k === 'name';
}

/** Types go by their simple names; only static members need to be told apart. */
export function lowerImport(java: JavaLowering, n: number): void {
  const path = java.slice(java.firstNamed(n)).split('.');
  if (isNode(java.childOfKind(n, 'asterisk'))) return;
  const name = path.at(-1)!;
  if (java.hasToken(n, 'static')) java.bind(name, path.slice(-2));
  else java.bind(name, [name]);
}
