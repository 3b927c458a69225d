import type { Expr } from '../../ir/ir.ts';
import type { KotlinLowering } from './lowering.ts';

/** A text with what is put into it; `$name` is plain text to the grammar. */
export function lowerText(kotlin: KotlinLowering, n: number): Expr {
  const parts: Expr[] = [];
  for (const child of kotlin.named(n)) {
    const span = kotlin.span(child);
    if (kotlin.kind(child) === 'interpolation') parts.push(kotlin.expression(kotlin.firstNamed(child)));
    else parts.push({ k: 'const', value: unescaped(kotlin.slice(child)), ...span });
  }
  const joined = withNames(kotlin, parts);
  if (joined.length === 0) return { k: 'const', value: '', ...kotlin.span(n) };
  if (joined.every((part) => part.k === 'const'))
    return {
      k: 'const',
      value: joined.map((part) => (part as { value: unknown }).value).join(''),
      ...kotlin.span(n),
    };
  return { k: 'template', parts: joined, ...kotlin.span(n) };
}

function withNames(kotlin: KotlinLowering, parts: readonly Expr[]): Expr[] {
  const found: Expr[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const next = parts[i + 1];
    const name =
      part.k === 'const' && part.value === '$' && next?.k === 'const'
        ? /^[A-Za-z_]\w*/.exec(String(next.value))?.[0]
        : undefined;
    if (name === undefined || next?.k !== 'const') {
      found.push(part);
      continue;
    }
    found.push(kotlin.reference(name, { start: next.start, end: next.start + name.length }));
    const rest = String(next.value).slice(name.length);
    if (rest) found.push({ ...next, value: rest });
    i++;
  }
  return found;
}

function unescaped(text: string): string {
  return text.replace(/\\([nrt"'\\$])/g, (_, c: string) => ({ n: '\n', r: '\r', t: '\t' })[c] ?? c);
}
