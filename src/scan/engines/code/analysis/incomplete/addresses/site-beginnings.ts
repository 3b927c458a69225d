import { calledName } from '../../../ir/called-name.ts';
import type { Expr, Span } from '../../../ir/ir.ts';
import { endsOf } from '../containment.ts';
import type { FileView } from '../file-view.ts';
import type { Question } from '../questions.ts';
import type { Call, Unit } from '../units.ts';

/**
 * An address is taken for one of the own site because it begins like the site's: `https://example.com.evil.net` and `https://example.com@evil.net` do as well,
 * where nothing ends the host in what it is compared with. Only what the function itself treats as addresses counts: one is resolved against the other, or
 * was resolved before and is compared with what it calls its base, and the end of the host is not written down.
 */
export function sitesByBeginning(unit: Unit, view: FileView): Span[] {
  // Who reads the host or the origin compares them, here or next to it.
  if ([...unit.members].some((name) => view.words.has('hosts', name))) return [];
  const joined = joins(unit, view);
  if (joined.length === 0) return [];
  return unit.questions
    .filter((question) => {
      const ends = endsOf(question.expr, view.words);
      if (ends?.at !== 'start') return false;
      const whole = placeOf(ends.whole);
      const base = baseOf(ends.part, view);
      if (!whole || !base || isEnded(base, unit) || !trusts(question, whole)) return false;
      return joined.some(
        ({ from, of, gives }) =>
          (of === whole || gives === whole) && (from === base || named.test(lastName(base))),
      );
    })
    .map(({ expr }) => expr)
    .slice(0, 1);
}

/** Where the address does not begin like that it is refused, or where it does it is what the function gives. */
function trusts({ positive, leads, given }: Question, whole: string): boolean {
  if (leads === 'back') return positive;
  if (leads === 'out' && !positive) return true;
  return positive && given !== undefined && placeOf(given) === whole;
}

interface Join {
  readonly from: string | undefined;
  readonly of: string | undefined;
  readonly gives: string | undefined;
}

/** `new URL(address, base)`, `urljoin(base, address)`, `URI.join(base, address)`. */
function joins({ calls, assigned }: Unit, { words }: FileView): Join[] {
  return calls.flatMap((call) => {
    const name = calledName(call);
    const [first, second] = call.args.map(({ value }) => placeOf(value));
    const isFirst = words.has('joins', name);
    if (call.args.length < 2 || !(isFirst || words.has('joinsTo', name))) return [];
    return [
      { from: isFirst ? first : second, of: isFirst ? second : first, gives: resultOf(call, assigned) },
    ];
  });
}

function resultOf(call: Call, assigned: ReadonlyMap<string, Expr>): string | undefined {
  for (const [name, value] of assigned) if (value.start <= call.start && value.end >= call.end) return name;
  return undefined;
}

/** A variable or field, also with the slash at its end taken away. */
function baseOf(part: Expr, { words }: FileView): string | undefined {
  const place = placeOf(part);
  if (place !== undefined || part.k !== 'call' || part.callee.k !== 'member') return place;
  return words.has('cuts', part.callee.property) ? placeOf(part.callee.object) : undefined;
}

/** Set to something that ends with a slash. */
function isEnded(base: string, { assigned }: Unit): boolean {
  let value = assigned.get(base);
  for (let depth = 0; value && depth < 3; depth++) {
    if (value.k === 'const') return typeof value.value === 'string' && value.value.endsWith('/');
    if (value.k === 'template') value = value.parts.at(-1);
    else if (value.k === 'binary' && value.op === '+') value = value.right;
    else if (value.k === 'cond') value = value.otherwise;
    else return false;
  }
  return false;
}

function lastName(place: string): string {
  return place.slice(place.lastIndexOf('.') + 1);
}

function placeOf(expr: Expr): string | undefined {
  if (expr.k === 'name') return expr.name;
  const inner = expr.k === 'member' ? placeOf(expr.object) : undefined;
  return expr.k === 'member' && inner !== undefined ? `${inner}.${expr.property}` : undefined;
}

const named = /base|site|root|origin/i;
