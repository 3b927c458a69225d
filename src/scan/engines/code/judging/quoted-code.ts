/**
 * The beginning of a piece of code, to be quoted in a sentence. What literals contain is omitted: it is long, and it may be a credential, which is
 * masked at its own place only. Of a text with holes the holes stay: `'… ${name} …'`.
 */
export function quotedCode(code: string): string {
  const before = code.split(heredoc, 1)[0]!;
  // Split gives what is between literals, the literal and its quote by turns.
  const parts = before.split(literal).flatMap((part, i) => [[part], [shortLiteral(part)], []][i % 3]!);
  let shown = '';
  for (const part of parts) {
    const room = maxLength - shown.length;
    if (part.length > room) {
      // A literal is quoted whole or not at all.
      shown += quotes.test(part) ? '…' : `${part.slice(0, room).toWellFormed().trimEnd()}…`;
      break;
    }
    shown += part;
  }
  if (before.length < code.length && !shown.endsWith('…')) shown += '…';
  return `\`${shown.replaceAll('`', "'")}\``;
}

const maxLength = 60;
/** A text between quotes; one that does not end within the code reaches to its end. */
const literal = /((["'`])(?:\\.|(?!\2)[^\\])*(?:\2|$))/s;
const quotes = /^["'`]/;
const heredoc = /<<[<~-]?\s*["'`\w]|"""|'''/;
const hole = /[$#]\{[\w.$()[\]]+\}|\{[\w.]+\}/g;

function shortLiteral(text: string): string {
  if (text.length <= 3) return text;
  const quote = text[0]!;
  const holes = text.match(hole) ?? [];
  return `${quote}${['', ...holes, ''].join('…')}${quote}`.replace(/^(.)…?(.)$/, '$1…$2');
}
