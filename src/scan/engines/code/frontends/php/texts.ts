import type { Expr } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import { phpEscape, phpPlainText } from './literals.ts';
import type { PhpLowering } from './lowering.ts';

/** Texts with values in them: double quotes, heredocs, backticks. */
export function lowerText(php: PhpLowering, n: number): Expr {
  const parts: Expr[] = [];
  let plain = '';
  const span = php.span(n);
  const flush = () => {
    if (plain) parts.push({ k: 'const', value: plain, ...span });
    plain = '';
  };
  for (const child of php.named(n)) {
    const kind = php.kind(child);
    if (kind === 'string_content' || kind === 'nowdoc_string') plain += php.slice(child);
    else if (kind === 'escape_sequence') plain += phpEscape(php.slice(child));
    else {
      flush();
      parts.push(php.expression(child));
    }
  }
  flush();
  if (parts.length === 0) return { k: 'const', value: '', ...span };
  return parts.length === 1 && parts[0]!.k === 'const' ? parts[0]! : { k: 'template', parts, ...span };
}

/** A heredoc without the blanks that stand before its closing mark, which are no part of the text. */
export function lowerHeredoc(php: PhpLowering, n: number): Expr {
  const content = php.field(n, 'value');
  // One without a line, or with blanks alone, has no content.
  if (isNone(content)) return { k: 'const', value: '', ...php.span(n) };
  const text = lowerText(php, content);
  const indent = /\n([ \t]+)\w+$/.exec(php.slice(n))?.[1];
  if (indent === undefined) return text;
  const plain = (value: string) => value.replaceAll(`\n${indent}`, '\n');
  const shortened = (part: Expr, isFirst: boolean): Expr =>
    part.k === 'const' && typeof part.value === 'string'
      ? { ...part, value: isFirst ? plain(`\n${part.value}`).slice(1) : plain(part.value) }
      : part;
  if (text.k === 'template') return { ...text, parts: text.parts.map((part, i) => shortened(part, i === 0)) };
  return shortened(text, true);
}

export function lowerString(php: PhpLowering, n: number): Expr {
  return { k: 'const', value: phpPlainText(php.slice(n).replace(/^b?'|'$/g, '')), ...php.span(n) };
}
