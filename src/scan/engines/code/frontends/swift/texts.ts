import type { Expr } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { SwiftLowering } from './lowering.ts';

/** A text with what is put into it. */
export function lowerText(swift: SwiftLowering, n: number): Expr {
  const span = swift.span(n);
  const parts = swift.named(n).map((child): Expr => {
    const kind = swift.kind(child);
    if (kind === 'interpolated_expression' || kind === 'raw_str_interpolation') {
      const inner =
        kind === 'raw_str_interpolation' ? swift.childOfKind(child, 'interpolated_expression') : child;
      const value = swift.field(inner, 'value');
      return swift.expression(isNone(value) ? swift.firstNamed(inner) : value);
    }
    const raw = swift.slice(child);
    return { k: 'const', value: isRaw(kind) ? withoutMarks(raw) : unescaped(raw), ...swift.span(child) };
  });
  if (parts.every((part) => part.k === 'const'))
    return {
      k: 'const',
      value: parts.map((part) => (part.k === 'const' ? String(part.value) : '')).join(''),
      ...span,
    };
  return { k: 'template', parts, ...span };
}

function isRaw(kind: string): boolean {
  return kind === 'raw_str_part' || kind === 'raw_str_end_part';
}

/** The grammar takes the marks around `#"…"#` for a part of the text. */
function withoutMarks(text: string): string {
  return text.replace(/^#+"|"#+$/g, '');
}

function unescaped(text: string): string {
  return text.replace(
    /\\([nrt"'\\0])/g,
    (_, c: string) => ({ n: '\n', r: '\r', t: '\t', '0': '\0' })[c] ?? c,
  );
}
