/** Lines of this length are written by programs. */
const maxLineLength = 500;

/** Every way in which a language ends a line: to somebody who does not know the last two, a program that uses them is one long line. */
const lineEnd = /\r\n?|[\n\u2028\u2029]/g;

/** The average length of the lines of a text. */
export function averageLine(text: string): number {
  let lines = 1;
  for (const _ of text.matchAll(lineEnd)) lines++;
  return text.length / lines;
}

/**
 * The lines of minified or generated code that people may have written, at their places: overlong lines are blanks. A bundle has next to none; a
 * program with a line of padding is all there. Undefined where nothing but blanks and comments of one line is left.
 */
export function readableLines(text: string): string | undefined {
  const parts: string[] = [];
  let at = 0;
  let hasCode = false;
  const add = (end: number, mark: string) => {
    const line = text.slice(at, end);
    const isReadable = line.length <= maxLineLength;
    hasCode ||= isReadable && isCode.test(line);
    parts.push(isReadable ? line : ' '.repeat(line.length), mark);
    at = end + mark.length;
  };
  for (const match of text.matchAll(lineEnd)) add(match.index, match[0]);
  add(text.length, '');
  return hasCode ? parts.join('') : undefined;
}

/** Something besides blanks and the beginning of a comment. */
const isCode = /^\s*(?!\/\/|\/\*|\*|#|--)\S/;
