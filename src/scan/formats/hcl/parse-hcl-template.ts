import { HclCursor } from './hcl-cursor.ts';
import type { HclExpression } from './hcl-syntax.ts';
import { parseExpression } from './parse-hcl-expression.ts';

/** A quoted string without any interpolation, as labels are. */
export function readQuotedText(cursor: HclCursor): string {
  const expression = readQuotedTemplate(cursor);
  return expression.kind === 'literal' ? String(expression.value) : '';
}

/** Reads `"…"` with its interpolations; the cursor is on the quote. */
export function readQuotedTemplate(cursor: HclCursor): HclExpression {
  const line = cursor.line;
  cursor.pos++;
  const parts: Array<string | HclExpression> = [];
  let chunk = '';
  for (;;) {
    const code = cursor.peek();
    if (cursor.isAtEnd || code === 10) cursor.fail('A quoted string is not closed.');
    if (code === 34) break;
    if (code === 92) {
      chunk += readEscape(cursor);
    } else if ((code === 36 || code === 37) && cursor.text.charCodeAt(cursor.pos + 1) === 123) {
      if (
        cursor.text.charCodeAt(cursor.pos - 1) === code &&
        cursor.text.charCodeAt(cursor.pos - 2) !== code
      ) {
        // `$${` is the text `${`.
        chunk += '{';
        cursor.pos += 2;
        continue;
      }
      if (chunk) parts.push(chunk);
      chunk = '';
      parts.push(readInterpolation(cursor, code === 37));
    } else {
      const from = cursor.pos;
      let pos = from + 1;
      for (; pos < cursor.end; pos++) {
        const next = cursor.text.charCodeAt(pos);
        if (next === 34 || next === 92 || next === 36 || next === 37 || next === 10) break;
      }
      chunk += cursor.text.slice(from, pos);
      cursor.pos = pos;
    }
  }
  cursor.pos++;
  return templateOf(parts, chunk, line, cursor.line);
}

/** Reads a text that is by itself, without quotes and escapes: the texts of the JSON form of the language. */
export function readBareTemplate(text: string, line: number): HclExpression {
  const cursor = new HclCursor(text, 0, text.length, line);
  const marker = /[$%]\{/g;
  const parts: Array<string | HclExpression> = [];
  let chunk = '';
  for (;;) {
    marker.lastIndex = cursor.pos;
    const next = marker.exec(text)?.index;
    if (next === undefined) break;
    chunk += text.slice(cursor.pos, next);
    cursor.pos = next;
    if (chunk.endsWith(text[cursor.pos]!)) {
      // `$${` is the text `${`.
      chunk += '{';
      cursor.pos += 2;
      continue;
    }
    if (chunk) parts.push(chunk);
    chunk = '';
    parts.push(readInterpolation(cursor, cursor.peek() === 37));
  }
  return templateOf(parts, chunk + text.slice(cursor.pos), line, line);
}

// `%{ if … }` directives are control flow: what they produce is not known here.
function readInterpolation(cursor: HclCursor, directive: boolean): HclExpression {
  const line = cursor.line;
  cursor.pos += 2;
  if (cursor.peek() === 126) cursor.pos++;
  if (directive) {
    let depth = 1;
    while (depth > 0) {
      const code = cursor.peek();
      if (cursor.isAtEnd) cursor.fail('A template directive is not closed.');
      if (code === 123) depth++;
      else if (code === 125) depth--;
      else if (code === 10) cursor.line++;
      cursor.pos++;
    }
    return { kind: 'reference', root: 'template', steps: [], line, endLine: cursor.line };
  }
  cursor.skip(true);
  const expression = parseExpression(cursor, true);
  if (cursor.peek() === 126) cursor.pos++;
  if (cursor.peek() !== 125) cursor.fail('An interpolation is not closed.');
  cursor.pos++;
  return expression;
}

function templateOf(
  parts: Array<string | HclExpression>,
  chunk: string,
  line: number,
  endLine: number,
): HclExpression {
  if (parts.length === 0) return { kind: 'literal', value: chunk, line, endLine };
  if (chunk) parts.push(chunk);
  const only = parts[0];
  if (parts.length === 1 && typeof only === 'object') return only;
  return { kind: 'template', parts, line, endLine };
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function readEscape(cursor: HclCursor): string {
  const letter = cursor.text[cursor.pos + 1] ?? '';
  const digits = letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
  if (digits) {
    const point = Number.parseInt(cursor.text.slice(cursor.pos + 2, cursor.pos + 2 + digits), 16);
    cursor.pos += 2 + digits;
    return point >= 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  }
  cursor.pos += 2;
  return escapes[letter] ?? letter;
}

/** Reads `<<EOT` and `<<-EOT`; the cursor is on the first `<`. */
export function readHeredoc(cursor: HclCursor): HclExpression {
  const line = cursor.line;
  cursor.pos += 2;
  const dedent = cursor.take('-');
  const marker = cursor.identifier();
  const lineEnd = cursor.text.indexOf('\n', cursor.pos);
  if (marker === undefined || lineEnd === -1) cursor.fail('A heredoc has no marker.');
  const bodyStart = lineEnd + 1;
  let pos = bodyStart;
  let bodyEnd: number | undefined;
  let bodyLines = 1;
  for (;;) {
    const next = cursor.text.indexOf('\n', pos);
    const end = next === -1 ? cursor.end : Math.min(next, cursor.end);
    if (cursor.text.slice(pos, end).trim() === marker) {
      bodyEnd = pos;
      cursor.pos = pos + cursor.text.slice(pos, end).indexOf(marker) + marker.length;
      break;
    }
    if (end >= cursor.end) break;
    pos = end + 1;
    bodyLines++;
  }
  if (bodyEnd === undefined) cursor.fail('A heredoc is not closed.');
  const body = cursor.text.slice(bodyStart, bodyEnd);
  const parts = readHeredocParts(cursor, bodyStart, bodyEnd, line + 1);
  cursor.line = line + bodyLines;
  // The last part is always a text.
  if (parts.length === 1) {
    return {
      kind: 'literal',
      value: unescaped(dedent ? removeIndent(body) : body),
      line,
      endLine: cursor.line,
    };
  }
  return { kind: 'template', parts, line, endLine: cursor.line };
}

function readHeredocParts(
  outer: HclCursor,
  start: number,
  end: number,
  line: number,
): Array<string | HclExpression> {
  const parts: Array<string | HclExpression> = [];
  const inner = new HclCursor(outer.text, start, end, line);
  inner.depth = outer.depth;
  inner.nodes = outer.nodes;
  inner.operators = outer.operators;
  let from = start;
  while (inner.pos < end) {
    const code = inner.peek();
    if (
      (code === 36 || code === 37) &&
      inner.text.charCodeAt(inner.pos + 1) === 123 &&
      inner.text.charCodeAt(inner.pos - 1) !== code
    ) {
      if (inner.pos > from) parts.push(unescaped(inner.text.slice(from, inner.pos)));
      parts.push(readInterpolation(inner, code === 37));
      from = inner.pos;
      continue;
    }
    if (code === 10) inner.line++;
    inner.pos++;
  }
  parts.push(unescaped(inner.text.slice(from, end)));
  outer.nodes = inner.nodes;
  outer.operators = inner.operators;
  return parts;
}

/** `$${` is the text `${`. */
function unescaped(text: string): string {
  return text.replaceAll(/([$%])\1\{/g, '$1{');
}

function removeIndent(body: string): string {
  const lines = body.split('\n');
  let indent = Number.POSITIVE_INFINITY;
  for (const line of lines) if (line.trim()) indent = Math.min(indent, line.length - line.trimStart().length);
  return Number.isFinite(indent) ? lines.map((line) => line.slice(indent)).join('\n') : body;
}
