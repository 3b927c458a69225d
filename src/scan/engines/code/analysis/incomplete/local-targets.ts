import { calledName } from '../../ir/called-name.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import { endsOf } from './containment.ts';
import type { FileView } from './file-view.ts';
import type { Unit } from './units.ts';

/**
 * A target is taken for one of this site because it begins with a slash: so does `//evil.net`, and where that was thought of, `/\evil.net`, which browsers
 * read alike. Only what says itself that it is about sites counts: a test for two slashes next to it, or a page of this site in place of what failed.
 */
export function halfLocalTargets(unit: Unit, units: readonly Unit[], view: FileView): Span[] {
  const { texts, patterns } = unit;
  if (
    texts.some(({ value }) => value.includes('\\')) ||
    patterns.some(({ pattern }) => pattern.includes('\\\\'))
  )
    return [];
  const found: Span[] = [];
  for (const { expr, of } of unit.questions) {
    const begins = beginning(expr, view);
    if (begins?.text !== '/') continue;
    const place = placeOf(begins.whole);
    if (place === undefined) continue;
    const isSecond = unit.questions.some((other) => {
      const second = beginning(other.expr, view);
      if (second?.text !== '//' || placeOf(second.whole) !== place) return false;
      // In the same condition, or refused before: who resolves addresses treats both as they are.
      return other.of === of || (other.fails && other.positive);
    });
    if (isSecond || givesPage(unit, place, expr) || isAskedForPage(unit, units)) found.push(expr);
  }
  return found.slice(0, 1);
}

function beginning(expr: Expr, { words }: FileView): { whole: Expr; text: string } | undefined {
  const ends = endsOf(expr, words);
  if (ends?.at !== 'start' || ends.part.k !== 'const' || typeof ends.part.value !== 'string')
    return undefined;
  return { whole: ends.whole, text: ends.part.value };
}

/** `x.startsWith('/') ? x : '/'`, or the same with branches. Where all else is the same as well, the other one is given. */
function givesPage({ returns }: Unit, place: string, test: Expr): boolean {
  const gives = returns.flatMap(({ value }) =>
    value?.k === 'cond' ? [value.yes, value.otherwise] : [value],
  );
  const own = returns.some(
    ({ value }) => value?.k === 'cond' && value.test.start <= test.start && value.test.end >= test.end,
  );
  return (
    gives.some((value) => value !== undefined && placeOf(value) === place) &&
    gives.some(
      (value) => value?.k === 'const' && typeof value.value === 'string' && /^\/\w*$/.test(value.value),
    ) &&
    (own || gives.length === 2)
  );
}

/** A function that is asked in front of that: `isLocal(to) ? to : '/'`. */
function isAskedForPage({ fn, returns }: Unit, units: readonly Unit[]): boolean {
  if (!fn || fn.name === '' || returns.length !== 1) return false;
  return units.some((unit) =>
    unit.questions.some(({ expr }) => {
      if (expr.k !== 'call') return false;
      const [first] = expr.args;
      const place = calledName(expr) === fn.name && first ? placeOf(first.value) : undefined;
      return place !== undefined && givesPage(unit, place, expr);
    }),
  );
}

function placeOf(expr: Expr): string | undefined {
  if (expr.k === 'name') return expr.name;
  const inner = expr.k === 'member' ? placeOf(expr.object) : undefined;
  return expr.k === 'member' && inner !== undefined ? `${inner}.${expr.property}` : undefined;
}
