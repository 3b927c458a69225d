import type { Expr, Span } from '../../ir/ir.ts';
import { containment } from './containment.ts';
import type { FileView } from './file-view.ts';
import { matchedPattern } from './open-patterns.ts';
import { textsOf } from './refused-kinds.ts';
import type { Unit } from './units.ts';

/** Texts are refused because they hold a tag of a script, or words of SQL: both can be written in other ways. */
export function refusedWords(unit: Unit, view: FileView): Span[] {
  return unit.questions.flatMap(({ expr, positive, fails }) => {
    if (!fails) return [];
    const held = containment(expr, view.words);
    const isMet = held ? held.holds === positive : positive;
    return isMet && looksForWords(held?.what, expr, view) ? [expr] : [];
  });
}

function looksForWords(what: Expr | undefined, test: Expr, view: FileView): boolean {
  if (what) return textsOf(what, view).some((text) => script.test(text));
  const pattern = matchedPattern(test, view);
  if (pattern === undefined) return false;
  const words = new Set((pattern.match(statement) ?? []).map((word) => word.toLowerCase()));
  return words.size >= minWords || script.test(pattern);
}

const script = /^[(?i)]*<\\?\/?\s*script\b/i;
const statement = /\b(?:select|union|insert|update|delete|drop|truncate|alter|exec)\b/gi;
const minWords = 3;
