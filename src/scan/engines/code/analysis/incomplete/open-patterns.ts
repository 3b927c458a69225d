import { holderOf } from '../../ir/called-name.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import type { FileView } from './file-view.ts';
import type { Question } from './questions.ts';
import type { Unit } from './units.ts';

/**
 * Which characters a text may hold is asked with an expression that has no end: it is met by a text that begins like that, or holds one such character.
 * Only where what does not meet it is an error.
 */
export function openPatterns(unit: Unit, view: FileView): Span[] {
  return unit.questions.flatMap((question) => {
    const pattern = unmet(question, view) ?? '';
    return openEnd.test(pattern) || isHalfAnchored(pattern) ? [question.expr] : [];
  });
}

/** `^a|b$`: only the first of two ways is bound to the beginning, and only the last one to the end. */
function isHalfAnchored(pattern: string): boolean {
  const [, first, last] = halves.exec(pattern) ?? [];
  return first !== undefined && first !== last;
}

/**
 * The same in Ruby, where `^` and `$` are the ends of any line: a text of two lines passes with one that is right.
 */
export function linePatterns(unit: Unit, view: FileView): Span[] {
  return unit.questions.flatMap((question) =>
    ofLine.test(unmet(question, view) ?? '') ? [question.expr] : [],
  );
}

/** The expression that a text does not meet where the function fails. */
function unmet({ expr, positive, fails }: Question, view: FileView): string | undefined {
  if (!fails) return undefined;
  if (expr.k !== 'binary') return positive ? undefined : matchedPattern(expr, view);
  // `match(…) is None`, `preg_match(…) === 0`, `preg_match(…) !== 1`
  const { left, op, right } = expr;
  if (right.k !== 'const') return undefined;
  const isNothing = !right.value;
  const holds = /^(?:===?|is)$/.test(op) ? isNothing : /^(?:!==?|is not)$/.test(op) ? !isNothing : undefined;
  return holds === positive ? matchedPattern(left, view) : undefined;
}

/** The expression that a text is held against, and not all of it. */
export function matchedPattern(test: Expr, view: FileView): string | undefined {
  if (test.k !== 'call') return undefined;
  const { words } = view;
  const { callee, args } = test;
  const [first, second] = args.map(({ value }) => value);
  if (callee.k === 'name')
    return words.has('matchFunctions', callee.name) && first ? view.patternOf(first) : undefined;
  if (callee.k !== 'member') return undefined;
  // `HOST.matcher(url).find()`
  if (
    callee.object.k === 'call' &&
    callee.object.callee.k === 'member' &&
    words.has('matchers', callee.object.callee.property) &&
    words.has('matches', callee.property)
  )
    return view.patternOf(callee.object.callee.object);
  // `Regexp.covers(text, expression)` and `occurs`, which the front end makes of `=~`, and `Regex.IsMatch(text, expression)`
  if (
    words.has('matchesSecond', callee.property) ||
    words.has('matchesSecond', `${holderOf(test)}.${callee.property}`)
  )
    return second && view.patternOf(second);
  if (!words.has('matches', callee.property)) return undefined;
  return (
    view.patternOf(callee.object.k === 'const' ? test : callee.object) ??
    (first && (args.length > 1 || first.k === 'regex') ? (view.patternOf(first) ?? undefined) : undefined)
  );
}

/** One class of several kinds of characters, as often as there are, and nothing behind it. */
const openEnd =
  /^(?:\(\?[a-z]+\))?(?:\^|\\A)?\(?(?:\?:)?\[(?!\^)(?=[^\]]*(?:[a-z]-z|\\w)[^\]]*(?:[A-Z]-Z|0-9|[_.-]|\\d))(?:\\.|[^\]\\])+\](?:\+|\*|\{\d+,\d*\})\)?$/i;
const halves =
  /^\^((?:\[(?:\\.|[^\]\\])+\]|\\.|[\w :/-])[+*?]?(?:(?:\[(?:\\.|[^\]\\])+\]|\\.|[\w :/-])[+*?]?)*)\|((?:(?:\[(?:\\.|[^\]\\])+\]|\\.|[\w :/-])[+*?]?)+)\$$/;
const ofLine = /^\^\(?(?:\?:)?\[(?!\^)(?:\\.|[^\]\\])+\](?:\+|\*|\{\d+,?\d*\})\)?\$$/;
