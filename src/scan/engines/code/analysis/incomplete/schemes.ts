import type { Expr, Span } from '../../ir/ir.ts';
import { containment, endsOf } from './containment.ts';
import type { FileView } from './file-view.ts';
import type { Question } from './questions.ts';
import { type Replacement, spanOf } from './replacements.ts';
import type { Unit } from './units.ts';

/** `javascript:` is refused, or taken out, and other schemes that run scripts are not. */
export function refusedSchemes(unit: Unit, replacements: readonly Replacement[], view: FileView): Span[] {
  const { texts, patterns } = unit;
  const says = (expression: RegExp) =>
    texts.some(({ value }) => expression.test(value)) ||
    patterns.some(({ pattern }) => expression.test(pattern));
  // Who names the others as well knows them; who skips anchors and mail looks for pages to visit.
  if (says(others) || unit.questions.some(({ expr }) => isOfPages(unit, expr))) return [];
  const removed = replacements
    .filter(({ from, to }) => to === '' && script.test('text' in from ? from.text : from.pattern))
    .map(spanOf);
  const asked = unit.questions.flatMap((question) =>
    refuses(question, view) && asksForScript(question.expr, view) ? [question.expr] : [],
  );
  return [...removed, ...asked].slice(0, 1);
}

/** Where the address begins like that, another one is given, or none. */
function refuses({ positive, leads, fails, given, expr }: Question, view: FileView): boolean {
  if (leads === 'back') return true;
  if (fails) return positive;
  return given !== undefined && (!positive || !mentions(given, expr, view));
}

/** Whether what is given is what was asked about. */
function mentions(given: Expr, asked: Expr, { words }: FileView): boolean {
  const whole = endsOf(asked, words)?.whole ?? containment(asked, words)?.whole;
  return whole?.k === 'name' && given.k === 'name' && whole.name === given.name;
}

function asksForScript(expr: Expr, view: FileView): boolean {
  const ends = endsOf(expr, view.words);
  if (ends?.at === 'start') return isScript(ends.part);
  const held = containment(expr, view.words);
  if (held) return isScript(held.what);
  return (
    expr.k === 'call' &&
    expr.args.some(({ value }) => value.k !== 'const' || value.value !== null) &&
    [
      expr.callee.k === 'member' ? expr.callee.object : undefined,
      ...expr.args.map(({ value }) => value),
    ].some((each) => each !== undefined && script.test(view.patternOf(each) ?? ''))
  );
}

function isScript(expr: Expr): boolean {
  return expr.k === 'const' && typeof expr.value === 'string' && script.test(expr.value);
}

const script = /^[\^/(?:i)\\AbsS*]*javascript(?:\\s\*)?:?\)?$/i;
/** `#` and `tel:` are asked for next to it by whoever looks for links to follow. */
function isOfPages({ texts }: Unit, { start, end }: Expr): boolean {
  return texts.some((text) => text.start >= start && text.end <= end && /^(?:#|tel:)$/.test(text.value));
}

const others = /vbscript|\bdata\b|https?|mailto/i;
