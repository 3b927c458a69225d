import type { Span } from '../../ir/ir.ts';
import { seeks } from './characters.ts';
import type { FileView } from './file-view.ts';
import { type Replacement, spanOf } from './replacements.ts';
import type { Unit } from './units.ts';

/**
 * A text is put between quotes after each quote in it got a backslash, and backslashes stay as they are: one in front of a quote makes a plain character of the
 * backslash that is added, and the quote ends the literal after all.
 */
export function unescapedBackslashes(
  unit: Unit,
  replacements: readonly Replacement[],
  { words }: FileView,
): Span[] {
  if (
    replacements.some(({ from }) => seeks(from, '\\')) ||
    [...unit.members].some((name) => words.has('slashes', name))
  )
    return [];
  return replacements.flatMap((replacement) => {
    const { from, to } = replacement;
    const quote = ["'", '"'].find((each) => seeks(from, each) && escapes(to, each));
    return quote !== undefined && writesQuote(unit, quote, replacement) ? [spanOf(replacement)] : [];
  });
}

function escapes(to: string | undefined, quote: string): boolean {
  return (
    to === `\\${quote}` ||
    to === `\\\\${quote}` ||
    (to !== undefined && /^\\{1,2}(?:\$[&01]|\\?[01])$/.test(to))
  );
}

/** Whether the quote is written in front of something, or behind it. */
function writesQuote({ texts }: Unit, quote: string, { call }: Replacement): boolean {
  const [from, to] = [call.args[0]?.value.start ?? call.start, call.end];
  return texts.some(
    ({ value, start }) =>
      (start < from || start > to) &&
      (value.endsWith(quote) || value.startsWith(quote) || value.includes(`${quote}%s${quote}`)),
  );
}
