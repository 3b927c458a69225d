/**
 * Kotlin as its grammar can read it: it wants the last member of a class on a line or behind a semicolon, so that `class A { val b = 1 }` is taken for
 * something else, and often the rest of the file with it. A blank before the brace becomes that semicolon; offsets and lines stay those of the file.
 */
export function readableKotlin(text: string): string {
  if (!classOnLine.test(text)) return text;
  return text
    .split('\n')
    .map((line) => (isOneLine(line) ? withSemicolons(line) : line))
    .join('\n');
}

export function isKotlin(path: string): boolean {
  return /\.kts?$/i.test(path);
}

function isOneLine(line: string): boolean {
  const brace = line.indexOf('{');
  if (brace < 0 || brace > maxHead || !line.trimEnd().endsWith('}') || /\/[/*]/.test(line)) return false;
  return heading.test(line.slice(0, brace));
}

/** From the last brace on, as long as one is behind another. */
function withSemicolons(line: string): string {
  const chars = line.split('');
  const isBlank = (at: number) => chars[at] === ' ' || chars[at] === '\t';
  let at = line.trimEnd().length - 1;
  while (at > 1 && chars[at] === '}') {
    let before = at - 1;
    while (before > 0 && isBlank(before)) before--;
    if (isBlank(at - 1) && !'{;,'.includes(chars[before]!)) chars[at - 1] = ';';
    at = before;
  }
  return chars.join('');
}

const heading = /(?:^|[\s)])(?:class|object|interface)(?=\s|$)/;
const classOnLine = /\b(?:class|object|interface)\b/;
const maxHead = 500;
