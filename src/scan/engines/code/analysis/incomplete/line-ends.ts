import type { Span } from '../../ir/ir.ts';
import { knowsCarriageReturns, seeks } from './characters.ts';
import { containment } from './containment.ts';
import type { FileView } from './file-view.ts';
import { type Replacement, spanOf } from './replacements.ts';
import type { Unit } from './units.ts';

/**
 * Lines of a protocol end with both characters (`\r\n`), and the function that writes one takes out or refuses only the second: many readers end a
 * line at the first as well, so that what is behind it becomes a line of its own.
 */
export function forgottenLineEnds(
  unit: Unit,
  replacements: readonly Replacement[],
  { words }: FileView,
): Span[] {
  const writesLines = unit.written.some(({ value }) => value.endsWith('\r\n'));
  if (!writesLines || knowsCarriageReturns(unit, replacements, words)) return [];
  const removed = replacements
    .filter(({ from, to }) => to !== undefined && /^[^\r\n<]?$/.test(to) && seeks(from, '\n'))
    .map(spanOf);
  const refused = unit.questions.flatMap(({ expr, positive, leads }) => {
    const search = leads === 'out' ? containment(expr, words) : undefined;
    return search && search.what.k === 'const' && search.what.value === '\n' && search.holds === positive
      ? [expr]
      : [];
  });
  return [...removed, ...refused];
}
