import { calledName, holderOf } from '../../ir/called-name.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import type { CheckWords } from '../../knowledge/words/check-words.ts';
import { containment, endsOf } from './containment.ts';
import type { FileView } from './file-view.ts';
import type { Replacement } from './replacements.ts';
import type { Call, Unit } from './units.ts';

/** The way up is refused in a text that is decoded afterwards: `%2e%2e` passes, and becomes the way up behind the check. */
export function checkedBeforeDecoding(unit: Unit, _: readonly Replacement[], { words }: FileView): Span[] {
  const decoded = unit.calls.flatMap((call) => {
    const name = decodedName(call, words);
    return name === undefined ? [] : [{ name, at: call.start }];
  });
  if (decoded.length === 0) return [];
  return unit.questions.flatMap(({ expr, of, positive, fails }) => {
    const held = containment(expr, words);
    const whole = held ? held.whole : endsOf(expr, words)?.whole;
    const what = held ? held.what : endsOf(expr, words)?.part;
    if (!fails || whole?.k !== 'name' || !what || !isWayUp(what) || (held && held.holds !== positive))
      return [];
    // What was decoded before is decoded once more: that is another mistake.
    const isLater = decoded.some(({ name, at }) => name === whole.name && at > of.end);
    const isEarlier = decoded.some(({ name, at }) => name === whole.name && at < expr.start);
    return isLater && !isEarlier ? [expr] : [];
  });
}

function isWayUp(expr: Expr): boolean {
  return expr.k === 'const' && typeof expr.value === 'string' && /^[\\/]?\.\.[\\/]?$/.test(expr.value);
}

/** The variable that a call decodes. */
function decodedName(call: Call, words: CheckWords): string | undefined {
  const name = calledName(call);
  if (!words.has('decodes', name) && !words.has('decodes', `${holderOf(call)}.${name}`)) return undefined;
  const about = call.args[0]?.value;
  return about?.k === 'name' ? about.name : undefined;
}
