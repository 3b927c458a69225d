import type { Expr } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import { call } from './calls.ts';
import type { ScalaLowering } from './lowering.ts';

export function lowerString(scala: ScalaLowering, n: number): Expr {
  return { k: 'const', value: unquoted(scala.slice(n)), ...scala.span(n) };
}

/**
 * `s"…"` puts values into the text. Others hand the parts to a function of their name, and those of databases bind what is behind `$`: only
 * `#$` becomes part of the statement.
 */
export function lowerInterpolated(scala: ScalaLowering, n: number): Expr {
  const span = scala.span(n);
  const interpolator = scala.slice(scala.field(n, 'interpolator'));
  const body = scala.childOfKind(n, 'interpolated_string');
  if (isNone(body)) return scala.unknown(n);
  const binds = statements.test(interpolator);
  const parts: Expr[] = [];
  const quote = scala.slice(body).startsWith('"""') ? 3 : 1;
  let from = scala.start(body) + quote;
  const add = (value: string, start: number, end: number) => {
    if (value !== '') parts.push({ k: 'const', value, start, end });
  };
  for (const hole of scala.named(body)) {
    if (scala.kind(hole) !== 'interpolation') continue;
    const start = scala.start(hole);
    const before = scala.text.slice(from, start);
    const isSpliced = binds && before.endsWith('#');
    add(unescaped(isSpliced ? before.slice(0, -1) : before), from, start);
    if (binds && !isSpliced) add('?', start, scala.end(hole));
    else parts.push(lowerHole(scala, hole));
    from = scala.end(hole);
  }
  add(unescaped(scala.text.slice(from, scala.end(body) - quote)), from, scala.end(body));
  const text: Expr = parts.every((part) => part.k === 'const')
    ? { k: 'const', value: parts.map((part) => (part.k === 'const' ? part.value : '')).join(''), ...span }
    : { k: 'template', parts, ...span };
  if (/^(?:s|f|raw)$/.test(interpolator)) return text;
  return call(scala.calledReference(interpolator, scala.span(n)), [{ value: text }], span);
}

function lowerHole(scala: ScalaLowering, n: number): Expr {
  const inner = scala.firstNamed(n);
  if (isNone(inner)) return scala.nothing(scala.span(n));
  const [only, ...others] = scala.kind(inner) === 'block' ? scala.named(inner) : [inner];
  return only !== undefined && others.length === 0 ? scala.expression(only) : scala.expression(inner);
}

function unquoted(text: string): string {
  if (text.startsWith('"""')) return text.slice(3, -3);
  return unescaped(text.slice(1, -1));
}

function unescaped(text: string): string {
  return text.replace(/\\([nrt"'\\$])/g, (_, c: string) => ({ n: '\n', r: '\r', t: '\t' })[c] ?? c);
}

/** Interpolators of Slick, Anorm, Doobie, Quill and ScalikeJDBC. */
const statements = /^(?:sql|sqlu|tsql|SQL|fr|fr0|frag|infix|cql)$/;
