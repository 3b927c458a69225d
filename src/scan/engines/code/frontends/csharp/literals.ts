import type { Expr } from '../../ir/ir.ts';
import type { CsharpLowering } from './lowering.ts';

export function csharpNumber(text: string): number {
  const plain = text.replace(/_/g, '');
  return Number(
    /^0[xXbB]/.test(plain)
      ? plain.replace(/(?<![uUlL])[uUlL]+$/, '')
      : plain.replace(/(?<![a-zA-Z])[a-zA-Z]+$/, ''),
  );
}

export function csharpString(text: string): string {
  return unescaped(text.slice(1, -1));
}

export function csharpVerbatim(text: string): string {
  return text.slice(2, -1).replaceAll('""', '"');
}

export function lowerInterpolation(csharp: CsharpLowering, n: number): Expr {
  const parts: Expr[] = [];
  for (const child of csharp.named(n)) {
    const kind = csharp.kind(child);
    if (kind === 'interpolation') {
      const inside = csharp.named(child).find((part) => csharp.kind(part) !== 'interpolation_brace');
      if (inside !== undefined) parts.push(csharp.expression(inside));
    } else if (kind.startsWith('string_content') || kind === 'escape_sequence')
      parts.push({ k: 'const', value: unescaped(csharp.slice(child)), ...csharp.span(child) });
  }
  if (parts.length === 0) return { k: 'const', value: '', ...csharp.span(n) };
  return { k: 'template', parts, ...csharp.span(n) };
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:[ux]([0-9a-fA-F]{1,4})|([\s\S]))/g, (_, code, other) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes.get(other) ?? other),
  );
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);
