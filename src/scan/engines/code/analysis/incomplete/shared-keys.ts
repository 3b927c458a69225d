import type { Expr, Span } from '../../ir/ir.ts';
import type { CheckWords } from '../../knowledge/words/check-words.ts';
import { containment } from './containment.ts';
import type { FileView } from './file-view.ts';
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

/**
 * A key of a path is compared with `__proto__` as it was given: a list with that text in it is not equal to the text, and becomes it where it is used as
 * a key. Only where the keys are entries of a list that callers may give, and nothing in the function makes texts of them.
 */
export function keysOfAnyType(unit: Unit, view: FileView): Span[] {
  const { fn, indexed, questions, assigned } = unit;
  if (!fn || !indexed.some(({ index }) => index.k !== 'const')) return [];
  if (makesTexts(view.text.slice(fn.start, fn.end), view.words)) return [];
  const given = new Set(fn.parameters.map(({ name }) => name));
  const asked = questions.find(({ expr }) => {
    const key = comparedKey(expr, view.words);
    const from = key?.k === 'name' ? assigned.get(key.name) : key;
    return from?.k === 'index' && from.index.k !== 'const' && isGiven(from.object, given, assigned, 0);
  });
  return asked ? [asked.expr] : [];
}

/** What is compared with the name of the prototype. */
function comparedKey(test: Expr, words: CheckWords): Expr | undefined {
  if (test.k === 'binary' && /^[=!]==?$/.test(test.op)) {
    if (test.right.k === 'const') return test.right.value === '__proto__' ? test.left : undefined;
    return test.left.k === 'const' && test.left.value === '__proto__' ? test.right : undefined;
  }
  const held = containment(test, words);
  if (held?.whole.k !== 'list') return undefined;
  return held.whole.items.some(({ value }) => value.k === 'const' && value.value === '__proto__')
    ? held.what
    : undefined;
}

/** A parameter, or a variable that may be one. */
function isGiven(
  expr: Expr,
  given: ReadonlySet<string>,
  assigned: ReadonlyMap<string, Expr>,
  depth: number,
): boolean {
  if (depth > maxDepth) return false;
  if (expr.k === 'cond')
    return (
      isGiven(expr.yes, given, assigned, depth + 1) || isGiven(expr.otherwise, given, assigned, depth + 1)
    );
  if (expr.k !== 'name') return false;
  const from = assigned.get(expr.name);
  return from ? isGiven(from, given, assigned, depth + 1) : given.has(expr.name);
}

function makesTexts(text: string, words: CheckWords): boolean {
  return words.areIn('texts', text) || /\$\{|\+ ?['"]{2}/.test(text);
}

const maxDepth = 3;
