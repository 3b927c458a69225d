import type { Span } from '../../ir/ir.ts';
import { containment } from './containment.ts';
import type { FileView } from './file-view.ts';
import { type Replacement, type Sought, spanOf } from './replacements.ts';
import type { Unit } from './units.ts';

/** `../` is taken out of a path once: what stood around it comes together again, as in `....//`. */
export function removedWaysUp(unit: Unit, replacements: readonly Replacement[], { words }: FileView): Span[] {
  if (unit.loops.length > 0 || [...unit.members].some((name) => words.has('resolves', name))) return [];
  // Who looks for it behind that has seen what is left.
  if (
    unit.questions.some(
      ({ expr, leads }) => (leads !== 'back' || containment(expr, words)) && asksForWayUp(unit, expr),
    )
  )
    return [];
  return replacements
    .filter((each) => each.to === '' && isWayUp(each.from) && !isShown(unit, each))
    .map(spanOf);
}

function isWayUp(sought: Sought): boolean {
  return 'text' in sought
    ? wayUp.test(sought.text)
    : /^\(?(?:\?:)?(?:\\?\/)?\\\.\\\.(?:\\?\/|\\\\|\[[\\/|]+\])\)?[+*]?$/.test(sought.pattern);
}

/** Next to a piece of markup the path is only shown. */
function isShown({ written }: Unit, { call }: Replacement): boolean {
  return written.some(
    ({ value, start, end }) =>
      /[<>]/.test(value) && (Math.abs(start - call.end) < near || Math.abs(call.start - end) < near),
  );
}

function asksForWayUp({ texts }: Unit, { start, end }: Span): boolean {
  return texts.some((text) => text.start >= start && text.end <= end && text.value.includes('..'));
}

const wayUp = /^[\\/]?\.\.[\\/]$|^[\\/]\.\.[\\/]?$/;
/** A sign between two pieces with a blank on each side. */
const near = 8;
