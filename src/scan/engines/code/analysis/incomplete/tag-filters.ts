import type { Span } from '../../ir/ir.ts';
import { type Replacement, spanOf } from './replacements.ts';

/** Tags, or attributes that run scripts, are taken out of markup by an expression: browsers read what it does not match. */
export function removedTags(replacements: readonly Replacement[]): Span[] {
  return replacements
    .filter(
      ({ from, to }) => (to === '' || to === ' ') && tag.test('text' in from ? from.text : from.pattern),
    )
    .map(spanOf)
    .slice(0, 1);
}

const tag =
  /^(?:\(\?\w+\))?\(?(?:\?:)?(?:<\\?\/?|<\(\\?\/\??\)|<\[\^>\]\*)(?:\\s\*)?\(?(?:\?:)?(?:s?cript|iframe)\b|^(?:\\s[+*]?| |\\b|\(|\[[^\]]*\][+*]?)*on(?:\\w|\[[^\]]*\])[+*](?:\\s\*)?=/i;
