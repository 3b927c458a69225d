import type { Span } from '../../ir/ir.ts';
import type { Unit } from './units.ts';

/** `__proto__` is refused where a value is set under a key, and `constructor` is not, under which the prototype is reached as well. */
export function halfRefusedKeys({ texts, indexed, questions }: Unit): Span[] {
  if (!indexed.some(({ index }) => index.k !== 'const')) return [];
  const proto = texts.find(({ value }) => value === '__proto__');
  if (!proto) return [];
  const asked = questions.find(({ expr }) => expr.start <= proto.start && expr.end >= proto.end);
  return asked ? [asked.expr] : [];
}

/** Whether the other names are nowhere in the file. */
export function forgetsConstructor(text: string): boolean {
  return text.includes('__proto__') && !/['"`.]constructor\b|['"`]prototype\b/.test(text);
}
