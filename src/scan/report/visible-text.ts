/**
 * Repository text as it may be shown to people: characters that steer a terminal, reorder text or cannot be seen are
 * replaced by a visible escape such as `\u{202e}`. Line breaks and tabs become spaces unless `multiline` keeps them.
 */
export function visibleText(text: string, options: { multiline?: boolean } = {}): string {
  // Nearly everything is plain, and this check is many times faster than the one below.
  if (/^[ -~]*$/.test(text)) return text;
  const wellFormed = text.toWellFormed();
  const prepared = options.multiline
    ? wellFormed.replace(/\r\n?/g, '\n')
    : wellFormed.replace(/[\t\r\n]+/g, ' ');
  return prepared.replace(hidden, (character) =>
    character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

// Controls (Cc), format characters (Cf: bidirectional marks, zero width, tags), line and paragraph separators, private use and
// unassigned code points, and the letters that render as nothing.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0\u2800]/gu;
