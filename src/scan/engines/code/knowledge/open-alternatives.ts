/** The words that a rule file, or a part of it, excludes without saying where they end; examples are code, not expressions. */
export function openWordsOf(rules: unknown): string[] {
  if (typeof rules === 'string') return openAlternatives(rules);
  if (typeof rules !== 'object' || rules === null) return [];
  return Object.entries(rules).flatMap(([key, part]) => (key === 'examples' ? [] : openWordsOf(part)));
}

/**
 * Words of a negative lookahead that do not say where they end: `^(?!r|resp)` means "not r and not resp" and excludes everything that begins
 * with an "r". A word ends with `\b`, `$` or another character; where all that begins with it is meant, with `\w*`.
 */
export function openAlternatives(expression: string): string[] {
  const found: string[] = [];
  for (let at = expression.indexOf('(?!'); at >= 0; at = expression.indexOf('(?!', at + 1)) {
    if (isEscaped(expression, at)) continue;
    const body = groupAt(expression, at).slice('(?!'.length);
    const contains = /^(?:\.|\[\\s\\S\])[*+]/.exec(body)?.[0];
    // A lookahead for something anywhere in the text says so itself; only words that others are full of must have borders.
    for (const word of wordsOf(body.slice(contains?.length ?? 0)))
      if (contains === undefined ? endsOpen(word) : /^[a-z]{1,3}$/.test(word)) found.push(word);
  }
  return found;
}

function isEscaped(expression: string, at: number): boolean {
  let start = at;
  while (expression[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}

/** The text of a group from its opening bracket up to the closing one. */
function groupAt(expression: string, start: number): string {
  let depth = 0;
  for (let at = start; at < expression.length; at++) {
    const char = expression[at]!;
    if (char === '\\') at++;
    else if (char === '[') at = classEnd(expression, at);
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return expression.slice(start, at);
  }
  return expression.slice(start);
}

function classEnd(expression: string, start: number): number {
  for (let at = start + 1; at < expression.length; at++) {
    if (expression[at] === '\\') at++;
    else if (expression[at] === ']') return at;
  }
  return expression.length;
}

/** The alternatives of a lookahead, those of a group that is all of it or ends it among them. */
function wordsOf(body: string): string[] {
  return split(body).flatMap((alternative) => {
    const group = /\((?:\?:)?(?!\?)[^()]*\)$/.exec(alternative);
    if (!group) return [alternative];
    const inner = group[0].replace(/^\((?:\?:)?|\)$/g, '');
    const before = alternative.slice(0, group.index);
    return split(inner).map((word) => before + word);
  });
}

function split(body: string): string[] {
  const parts = [''];
  for (let at = 0; at < body.length; at++) {
    const char = body[at]!;
    const end =
      char === '\\'
        ? at + 1
        : char === '['
          ? classEnd(body, at)
          : char === '('
            ? at + groupAt(body, at).length
            : at;
    if (char === '|') parts.push('');
    else parts[parts.length - 1] += body.slice(at, end + 1);
    at = end;
  }
  return parts;
}

/** It ends in a letter or digit that stands for itself. */
function endsOpen(word: string): boolean {
  return /(?:^|[^\\])[a-zA-Z0-9]$/.test(word) && !/\\(?:[xu][0-9a-fA-F]*|0)$/.test(word);
}
