/**
 * Whether a place of a script lies in a text between single or double quotes, on its own line. Escaping for HTML keeps such a text closed, as it writes
 * quotes in another way; it does not do so for the marks of a template literal.
 */
export function isInQuotes(page: string, start: number, end: number): boolean {
  const from = Math.max(page.lastIndexOf('\n', start - 1) + 1, start - maxLine);
  let quote = '';
  for (let at = from; at < start; at++) {
    const letter = page[at]!;
    if (quote !== '') {
      if (letter === '\\') at++;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'" || letter === '`') quote = letter;
    else if (letter === '/' && page[at + 1] === '/') return false;
  }
  if (quote !== '"' && quote !== "'") return false;
  const close = page.indexOf(quote, end);
  const line = page.indexOf('\n', end);
  return close >= 0 && close < end + maxLine && (line < 0 || close < line);
}

/** Whether what is put in is a part of a name of the script, `rows_@(table)`, or the whole name of a function, `@(name)()`: the program chose that. */
export function isPartOfName(page: string, start: number, end: number): boolean {
  return /[\w$]/.test(page[start - 1] ?? '') || /[\w$(]/.test(page[end] ?? '');
}

/** Lines of pages that people write are shorter. */
const maxLine = 2_000;
