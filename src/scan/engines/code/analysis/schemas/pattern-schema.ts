import { matchedText } from '../../../../formats/regex/matched-characters.ts';
import type { Value } from '../../domain/value.ts';
import { constantLabels, harmlessWith } from '../../knowledge/label-needs.ts';
import { plainExpression } from '../guards/plain-expression.ts';

/** The kinds of harm that a text which matches an expression cannot do: none where the expression is not known, or matches a part of the text only. */
export function clearedByPattern(
  { constant, text }: Value,
  anchors: 'whole' | 'start' | 'none',
  lines = false,
): number {
  const written = typeof constant === 'string' ? constant : text;
  if (written === undefined || written.includes('\0') || written.length > maxLength) return 0;
  const source = plainExpression(written);
  const flags = /^\/[\s\S]*\/([a-z]*)$/.exec(source)?.[1] ?? '';
  const said = matchedText(source, anchors, lines || flags.includes('m'));
  if (!said?.whole) return 0;
  return said.isListed ? constantLabels : harmlessWith(said.whole);
}

const maxLength = 1_000;
